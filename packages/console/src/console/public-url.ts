// Owns where callers reach the gateway as far as the console can tell: the default port of the public listener, on this page's host.

const PUBLIC_PORT = 8080;

export function publicUrl(): string {
  return `${location.protocol}//${location.hostname}:${PUBLIC_PORT}`;
}
