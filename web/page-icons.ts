// The icons that sites can name for their page, one line each.
export { AtSign, ChartLine, ContactRound, Handshake, MapPin } from 'lucide-react';
