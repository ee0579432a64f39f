import { startWholePageCut } from './start-cut.ts';

startWholePageCut();
