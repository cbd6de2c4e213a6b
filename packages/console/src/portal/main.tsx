import { start } from '../shell/start.tsx';
import { Portal } from './Portal.tsx';

start(<Portal />);
