import { startWholePageCut } from '../../core/page/start-cut.ts';

startWholePageCut();
