// The button that makes the call. It shows the price and what is left afterwards. The call carries this price as its ceiling, so it cannot
// cost more than the button says.
import { useQuery } from '@tanstack/react-query';
import { type MoneyFormat, parseMicros } from '../../money/money.ts';
import { Button } from '../../parts/Button.tsx';
import { balanceQuery, ownKeyQuery } from '../api.ts';
import { usePortalText } from '../text.ts';
import type { Price } from './call.ts';
import style from './playground.module.css';

interface RunButtonProps {
  what: string;
  price: Price;
  money: MoneyFormat;
  isReady: boolean;
  isRunning: boolean;
}

export function RunButton({ what, price, money, isReady, isRunning }: RunButtonProps) {
  const text = usePortalText();
  const { data: balance } = useQuery(balanceQuery);
  const write = price.isExact ? text.run.exactly : text.run.atMost;
  const available = balance === undefined ? null : parseMicros(balance.available);
  const { data: key } = useQuery(ownKeyQuery);
  const isShort = available !== null && available < price.most;
  const cap = key?.caps.find(({ left }) => parseMicros(left) < price.most);
  return (
    <div>
      <Button
        kind="primary"
        wide
        type="submit"
        disabled={!isReady || isRunning || isShort || cap !== undefined}
        data-run=""
      >
        {isRunning ? text.running : write(what, money.exact(price.most))}
      </Button>
      {available !== null && (
        <p className={style.after} aria-live="polite">
          {isShort ? (
            <>
              <span className={style.short}>{text.notEnough(money.exact(available))}</span>{' '}
              <a href="#/balance">{text.toTopUp}</a>
            </>
          ) : cap ? (
            <span className={style.short} data-capped="">
              {text.capTooSmall(money.exact(parseMicros(cap.left)), money.exact(price.most))}
            </span>
          ) : (
            `${text.leaves(money.exact(available - price.most))} · ${text.onlyGood}`
          )}
        </p>
      )}
    </div>
  );
}
