// Shown before the first answer: sample searches, each with its price on the button.
import type { PricedEndpoint } from '../../api/api-types.ts';
import { Button } from '../../parts/Button.tsx';
import { inBackground } from '../../shell/in-background.ts';
import { madeUpIn } from '../../shell/made-up.ts';
import { useFormat } from '../../shell/use-format.ts';
import { usePortalText } from '../text.ts';
import { callOf, priceOf } from './call.ts';
import type { PlaygroundForm } from './form.ts';
import { SEARCH } from './operations.ts';
import style from './playground.module.css';
import type { Run } from './use-run.ts';

interface WelcomeProps {
  form: PlaygroundForm;
  endpoints: readonly PricedEndpoint[];
  currency: string;
  run: (order: Run) => Promise<void>;
  change: (change: Partial<PlaygroundForm>) => void;
}

/** Keywords that find something in every gateway: the sample library has such videos in several scripts. */
const TRIES = ['cat', '猫', 'night sky'];
/** Topics of the made-up platform: each record has the English word as a tag, so each keyword fills more than one page. */
const MADE_UP_TRIES = ['cat', 'garden', 'mountain'];

export function Welcome({ form, endpoints, currency, run, change }: WelcomeProps) {
  const text = usePortalText();
  const format = useFormat();
  const searched = endpoints.find(({ operation, group }) => operation === SEARCH && group === form.group);
  const platform = form.operation === SEARCH ? form.platform : searched?.platform;
  const tries = madeUpIn(endpoints).some((name) => name === platform) ? MADE_UP_TRIES : TRIES;
  return (
    <div className={style.welcome}>
      <p>{text.firstTime}</p>
      <div className={style.middle}>
        {tries.map((about) => {
          const asked = { ...form, operation: SEARCH, platform, about };
          const call = callOf(endpoints, asked);
          if (call === null) return null;
          const price = priceOf(call.endpoint, asked);
          const write = price.isExact ? text.run.exactly : text.run.atMost;
          const start = () => {
            change({ operation: SEARCH, platform, about });
            inBackground(run({ call, maxPrice: price.most, adds: false }));
          };
          return (
            <Button key={about} onClick={start} data-try={about}>
              {write(`“${about}”`, format.money(currency).exact(price.most))}
            </Button>
          );
        })}
      </div>
    </div>
  );
}
