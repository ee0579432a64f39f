/**
 * The address of a player for a playlist, for an iframe. Knows YouTube and Vimeo. Any other address is expected to
 * be a player already, like PeerTube's `/video-playlists/embed/...`.
 */
export function playerUrl(playlist: string): string {
  const url = new URL(playlist);
  const host = url.hostname.replace(/^(?:www|m)\./, '');
  const list = url.searchParams.get('list');
  // This host sets no cookies until a video plays.
  if (/^(?:youtube|youtube-nocookie)\.com$|^youtu\.be$/.test(host) && list)
    return `https://www.youtube-nocookie.com/embed/videoseries?list=${encodeURIComponent(list)}`;
  const showcase = /^\/(?:showcase|album)\/(\d+)/.exec(url.pathname)?.[1];
  if (host === 'vimeo.com' && showcase) return `https://vimeo.com/showcase/${showcase}/embed`;
  return url.href;
}
