// Solves a puzzle in a worker thread, so that the page stays responsive.
import type { SignupPuzzle } from '../api/api-types.ts';
import { solve } from './puzzle.ts';

addEventListener('message', ({ data }: MessageEvent<SignupPuzzle>) => postMessage(solve(data)));
