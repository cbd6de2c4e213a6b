// Lockfiles must say the bytes of every package, and no address: each installation asks the registry that it is set to.
interface Locked {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  inBundle?: boolean;
}

export function lockfileMistakes(file: string, text: string): string[] {
  const { packages } = JSON.parse(text) as { packages: Record<string, Locked> };
  const installed = Object.entries(packages).filter(
    ([place, { link }]) => place.includes('node_modules/') && !link,
  );
  return [
    ...told(
      file,
      'without integrity',
      installed,
      ({ integrity, inBundle }) => !integrity?.startsWith('sha512-') && !inBundle,
    ),
    ...told(file, 'with an address', installed, ({ resolved }) => resolved !== undefined),
  ];
}

/** Enough to find them. */
const NAMES_MAX = 3;

function told(
  file: string,
  what: string,
  all: [string, Locked][],
  isWrong: (one: Locked) => boolean,
): string[] {
  const wrong = all.filter(([, one]) => isWrong(one)).map(([place]) => place);
  if (wrong.length === 0) return [];
  const names = wrong.slice(0, NAMES_MAX).join(', ');
  return [
    `${file}: ${wrong.length} of ${all.length} packages ${what}: ${names}${wrong.length > NAMES_MAX ? ', …' : ''}`,
  ];
}
