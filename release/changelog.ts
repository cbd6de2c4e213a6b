// Reads CHANGELOG.md: `## Unreleased` on top, then a section for each release, newest first: `## 0.2.0 – 2026-11-18`.

interface Section {
  /** `Unreleased`, or a version. */
  title: string;
  date: string | null;
  body: string;
}

const UNRELEASED = 'Unreleased';
const RELEASED = /^(\d+\.\d+\.\d+) – (\d{4}-\d{2}-\d{2})$/;

function sectionsOf(changelog: string): Section[] {
  const [, ...parts] = changelog.split(/^## /m);
  return parts.map((part) => {
    const end = part.indexOf('\n');
    const heading = part.slice(0, end).trim();
    const [, title = heading, date = null] = RELEASED.exec(heading) ?? [];
    return { title, date, body: part.slice(end).trim() };
  });
}

/** What would be wrong in every commit. */
export function changelogMistakes(changelog: string, version: string): string[] {
  const [first, ...released] = sectionsOf(changelog);
  const undated = released.filter(({ date }) => date === null).map(({ title }) => title);
  const dates = released.flatMap(({ date }) => date ?? []);
  const newest = released[0];
  return [
    ...(first?.title === UNRELEASED ? [] : [`the first section is not "## ${UNRELEASED}"`]),
    ...undated.map((title) => `"## ${title}" is not of the form "## 1.2.3 – 2026-11-18"`),
    ...(dates.every((date, i) => i === 0 || date <= dates[i - 1]!)
      ? []
      : ['the newest release is not the first']),
    ...(newest?.title === version
      ? []
      : [`the newest section is ${newest?.title}, and the version is ${version}`]),
    ...(newest?.body === '' ? [`the section of ${version} is empty`] : []),
  ];
}

/** What keeps this commit from being released. */
export function unreleasedMistakes(changelog: string): string[] {
  const body = sectionsOf(changelog).find(({ title }) => title === UNRELEASED)?.body ?? '';
  const lines = body.split('\n').filter((line) => line.trim() !== '').length;
  return lines === 0 ? [] : [`"## ${UNRELEASED}" has ${lines} lines: move them to a section of a version`];
}

/** The notes of a release. Links lead into the repository, if its address is known. */
export function notesOf(changelog: string, version: string, filesAt: string | null): string {
  const { body, date } = sectionsOf(changelog).find(({ title }) => title === version)!;
  const linked = filesAt === null ? body : body.replace(/\]\((?!https?:)([^)]+)\)/g, `](${filesAt}/$1)`);
  return `# Reelgate ${version} (${date})\n\n${linked}\n`;
}
