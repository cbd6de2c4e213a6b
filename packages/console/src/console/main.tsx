import { start } from '../shell/start.tsx';
import { Console } from './Console.tsx';

start(<Console />);
