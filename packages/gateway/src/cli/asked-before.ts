// Owns under which of its ids a question is asked of a gateway elsewhere. The ids of a question change with its window; a gateway that
// serves tools itself decides inside its ledger which one holds, and over HTTP the window before is looked up first. It buys nothing.
import type { Bought, Purchase, ToolAnswer } from '../mcp/tool-port.ts';

/** The id; or the problem, when nobody can say whether the window before was paid: a guess could be paid twice. */
type FoundId = string | ToolAnswer;

export class AskedBefore {
  readonly #receipt: (requestId: string) => Promise<ToolAnswer>;
  /**
   * Questions under way in this process, by their first id. A repeat takes the id of the one that still runs: the ledger may not know
   * that one yet, and a new window may have begun meanwhile. As many as there are calls under way.
   */
  readonly #underWay = new Map<string, { id: Promise<FoundId>; users: number }>();

  constructor(receipt: (requestId: string) => Promise<ToolAnswer>) {
    this.#receipt = receipt;
  }

  /** Does the work of a question under its id. */
  async under(
    { requestId, twins }: Pick<Purchase, 'requestId' | 'twins'>,
    work: (requestId: string) => Promise<ToolAnswer>,
  ): Promise<Bought> {
    const name = [requestId, ...twins].find((id) => this.#underWay.has(id)) ?? requestId;
    const own = this.#underWay.get(name) ?? { id: this.#find(requestId, twins[0]), users: 0 };
    this.#underWay.set(name, own);
    own.users++;
    try {
      const id = await own.id;
      return typeof id === 'string' ? { ...(await work(id)), requestId: id } : { ...id, requestId };
    } finally {
      if (--own.users === 0) this.#underWay.delete(name);
    }
  }

  /** A repeat just after the end of a window must not be paid again. */
  async #find(requestId: string, before: string | undefined): Promise<FoundId> {
    if (before === undefined) return requestId;
    const receipt = await this.#receipt(before);
    if (receipt.status === 404) return requestId;
    if (receipt.status !== 200) return receipt;
    return isPaidOrHeld(receipt) ? before : requestId;
  }
}

function isPaidOrHeld({ body }: ToolAnswer): boolean {
  const { state, answer_kept } = body.call as { state: string; answer_kept: boolean };
  return state === 'held' || (state === 'settled' && answer_kept);
}
