// Figures of one answer that never differ in a story: a program that shows the one for the other is not noticed there. The list of such
// pairs is kept, and may only shrink.

/** A count or an amount. */
const isFigure = (value: unknown): value is number | string =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+\.\d{6}$/.test(value));

export class EqualFigures {
  /** By the name of an object, whichever operation answered it: the pairs of its figures that were equal each time. */
  readonly #pairs = new Map<string, Set<string>>();

  /** `of`: the name of the answer or of the field. */
  look(of: string, answer: unknown): void {
    if (Array.isArray(answer)) for (const one of answer) this.look(of, one);
    else if (typeof answer === 'object' && answer !== null) {
      this.#compare(
        of,
        Object.entries(answer).filter(([, value]) => isFigure(value)),
      );
      for (const [name, value] of Object.entries(answer)) this.look(name, value);
    }
  }

  #compare(place: string, figures: readonly [string, unknown][]): void {
    const equal = figures.flatMap(([name, value], i) =>
      figures
        .slice(i + 1)
        .flatMap(([other, same]) => (Number(value) === Number(same) ? [`${name} = ${other}`] : [])),
    );
    const names = figures.map(([name]) => name);
    const known = this.#pairs.get(place);
    // A pair of which one figure is missing says nothing.
    const says = (pair: string) => pair.split(' = ').every((name) => names.includes(name));
    this.#pairs.set(
      place,
      known === undefined
        ? new Set(equal)
        : new Set([...known].filter((pair) => !says(pair) || equal.includes(pair))),
    );
  }

  lines(): string[] {
    return [...this.#pairs].flatMap(([place, pairs]) => [...pairs].map((pair) => `${place}: ${pair}`)).sort();
  }
}
