// The error for a cursor in a form that no page gave. Cursors are sealed, so only a bug of ours can cause it. It throws instead of starting
// over: page 1 again would be sold twice.
export function cursorMistake(): Error {
  return new Error('a cursor that no page of this walk gave');
}
