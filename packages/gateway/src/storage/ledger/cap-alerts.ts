// Events about caps: `budget.warned` when most of a cap is spent, `budget.reached` when a call like the last one no longer fits under it.
// The call that is being held finds this out from sums that were read for it anyway. Each event is written once per window and limit: the
// table `told` remembers the last one, so a hold that is released and taken again causes no second event. An alert refuses no call.
import { formatTime } from '../../domain/clock.ts';
import type { CapState, CapWindow } from '../../domain/limiting/spend-cap.ts';
import { formatMoney } from '../../domain/money.ts';
import type { CallRow, KeyRow, Ledger } from './ledger.ts';
import { keyScope, monthOf, projectScope } from './spend-caps.ts';

/** Four fifths: early enough to raise a cap on a busy day, late enough that it does not happen every day. */
const isMostly = (spentMicros: number, limitMicros: number) => spentMicros * 5 >= limitMicros * 4;

const WINDOWS: readonly CapWindow[] = ['day', 'month', 'total'];

const nameFor = (scope: string, window: CapWindow) => `budget:${scope}:${window}`;

/** Names in the table `told` for all caps of a key and of its project. */
export function capAlertNames({ id, projectId }: Pick<KeyRow, 'id' | 'projectId'>): string[] {
  const scopes = projectId === null ? [keyScope(id)] : [keyScope(id), projectScope(projectId)];
  return scopes.flatMap((scope) => WINDOWS.map((window) => nameFor(scope, window)));
}

/** Takes the call that was just held, and the caps including that call. */
export function addCapAlerts(ledger: Ledger, call: CallRow, caps: readonly CapState[]): void {
  if (call.priceMicros > 0) for (const cap of caps) addCapAlert(ledger, call, cap);
}

function addCapAlert(
  ledger: Ledger,
  { accountId, keyId, projectId, priceMicros }: CallRow,
  cap: CapState,
): void {
  const { spentMicros, limitMicros, leftMicros, window, scope } = cap;
  if (!isMostly(spentMicros, limitMicros) && leftMicros >= priceMicros) return;
  const level = leftMicros < priceMicros ? 'reached' : 'warned';
  const id = scope === 'key' ? keyId : projectId!;
  const name = nameFor(scope === 'key' ? keyScope(id) : projectScope(id), window);
  const of = `${periodOf(window, ledger.day)} ${limitMicros} `;
  const last = ledger.capAlertsSent.get(name);
  if (last === `${of}reached` || last === of + level) return;
  ledger.capAlertsSent.set(name, of + level);
  ledger.capAlertChanges.set(name, of + level);
  const amounts = {
    limit: formatMoney(limitMicros),
    spent: formatMoney(spentMicros),
    left: formatMoney(leftMicros),
  };
  const resets_at = cap.resetsAtMs === null ? null : formatTime(cap.resetsAtMs);
  ledger.events.push({
    stream: accountId,
    type: `budget.${level}`,
    data: { scope, id, window, ...amounts, resets_at },
  });
}

function periodOf(window: CapWindow, day: string): string {
  return window === 'day' ? day : window === 'month' ? monthOf(day) : 'ever';
}
