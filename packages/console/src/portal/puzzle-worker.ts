// Solves a puzzle in a thread of its own, so that the page goes on drawing and taking keys.
import type { SignupPuzzle } from '../api/api-types.ts';
import { solve } from './puzzle.ts';

addEventListener('message', ({ data }: MessageEvent<SignupPuzzle>) => postMessage(solve(data)));
