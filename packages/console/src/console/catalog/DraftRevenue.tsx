// Owns what a draft would have earned on past calls.
export function DraftRevenue(_: { draft: object }) {
  return null;
}
