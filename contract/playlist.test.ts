import { expect, it } from 'vitest';
import { playerUrl } from './playlist.ts';

it.each([
  [
    'https://www.youtube.com/playlist?list=PLabc_-1',
    'https://www.youtube-nocookie.com/embed/videoseries?list=PLabc_-1',
  ],
  ['https://m.youtube.com/watch?v=x&list=PL1', 'https://www.youtube-nocookie.com/embed/videoseries?list=PL1'],
  ['https://vimeo.com/showcase/1234', 'https://vimeo.com/showcase/1234/embed'],
  ['https://video.example/video-playlists/embed/1', 'https://video.example/video-playlists/embed/1'],
  // Another site that only looks like YouTube.
  ['https://youtube.com.evil.example/?list=PL1', 'https://youtube.com.evil.example/?list=PL1'],
])('the player of %s is %s', (playlist, player) => {
  expect(playerUrl(playlist)).toBe(player);
});
