// Formats the length of a video as players do: `0:59`, `12:05`, `1:02:03`.

const two = (figure: number) => String(figure).padStart(2, '0');

export function formatLength(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = two(seconds % 60);
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${two(minutes)}:${rest}`;
}
