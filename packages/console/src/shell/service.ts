// Name and logo of the service, which the gateway writes into the page. Available before sign-in.

interface Service {
  title: string;
  logo: string | null;
}

function read(): Service {
  const said = document.querySelector<HTMLMetaElement>('meta[name="service"]')?.content;
  const { title = 'Reelgate', logo = null } = said ? (JSON.parse(said) as Partial<Service>) : {};
  return { title, logo };
}

let known: Service | null = null;

/** Does not change while the page is open. */
export function serviceOfPage(): Service {
  known ??= read();
  return known;
}
