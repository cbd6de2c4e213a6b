// Solves a puzzle in a thread of its own, so that the page goes on drawing and taking keys.
import { type Puzzle, solve } from './puzzle.ts';

addEventListener('message', ({ data }: MessageEvent<Puzzle>) => postMessage(solve(data)));
