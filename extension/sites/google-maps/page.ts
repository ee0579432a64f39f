import { MapPin } from 'lucide-react';
import { googleMaps } from './site.ts';

export const googleMapsPage = {
  site: googleMaps,
  icon: MapPin,
  title: 'Google Maps Scraper',
  help: 'Collect business profiles from map listings with a browser extension.',
  order: 100,
};
