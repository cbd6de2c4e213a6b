// The price of a filled call: that of the catalog in the database, which the ledger itself checks.

export type Progress = (text: string) => void;

export interface Price {
  version: number;
  price: number;
}

/** Reads a row of `catalogs`. Only patterns of the default price list are supported. */
export function priceIn(row: Record<string, unknown> | undefined, path: string): Price {
  if (row === undefined) throw new Error('the database has no catalog yet');
  const { endpoints } = JSON.parse(row.document as string) as {
    endpoints: { path: string; unitPriceMicros: number }[];
  };
  const action = path.slice(path.lastIndexOf('/'));
  const rule = endpoints.find((endpoint) => endpoint.path.endsWith(action));
  if (rule === undefined) throw new Error(`the catalog has no price for ${path}`);
  return { version: Number(row.version), price: rule.unitPriceMicros };
}
