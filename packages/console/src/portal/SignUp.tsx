// Sign-up, with an invite or, where the operator allows it, without one: the name of the account, then the secret of its key, shown once,
// then the portal.
import { useMutation } from '@tanstack/react-query';
import type { SignUpAnswer, SignUpBody, SignupPuzzle } from '../api/api-types.ts';
import { signUpBody } from '../api/bounds.ts';
import { NewKey } from '../keys/NewKey.tsx';
import { Button } from '../parts/Button.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Form } from '../parts/Form.tsx';
import { useForm } from '../parts/use-form.tsx';
import { Brand } from '../shell/Brand.tsx';
import { serviceOfPage } from '../shell/service.ts';
import style from '../shell/shell.module.css';
import { useCommonText } from '../text/common.ts';
import { portal } from './api.ts';
import { usePortalText } from './text.ts';

/** Solves a puzzle in a worker thread that ends with its answer. */
export function solveInWorker(puzzle: SignupPuzzle): Promise<string> {
  const worker = new Worker(new URL('./puzzle-worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message || 'the puzzle could not be solved here'));
  worker.postMessage(puzzle);
  return promise.finally(() => worker.terminate());
}

/** Sign-up without an invite needs a proof of work of about one second. */
async function proofOf(): Promise<Pick<SignUpBody, 'challenge' | 'answer'>> {
  const { puzzle } = await portal('/account/v1/signup');
  return puzzle === null ? {} : { challenge: puzzle.challenge, answer: await solveInWorker(puzzle) };
}

interface SignUpProps {
  /** null for sign-up without an invite. */
  invite: string | null;
  onDone: (answer: SignUpAnswer) => void;
}

export function SignUp({ invite, onDone }: SignUpProps) {
  const text = usePortalText();
  const common = useCommonText();
  const form = useForm<SignUpBody>(signUpBody, [
    ['name', text.accountName, { hint: common.accountNameHint, autoFocus: true }],
    ['contact', text.contact, { type: 'email' }],
  ]);
  const made = useMutation({
    mutationFn: async () => {
      const right = invite === null ? await proofOf() : { invite };
      return portal('/account/v1/signup', { method: 'POST', body: { ...form.body(), ...right } });
    },
  });
  return (
    <main className={style.center}>
      <div className={style.card}>
        <Brand {...serviceOfPage()} />
        {made.isSuccess ? (
          <>
            <div>
              <h1>{text.signedUp}</h1>
              <p>{text.yourKey}</p>
            </div>
            <NewKey secret={made.data.secret} base={location.origin} />
            <Button kind="primary" onClick={() => onDone(made.data)}>
              {text.toPortal}
            </Button>
          </>
        ) : (
          <Form onSend={() => made.mutate()}>
            <div>
              <h1>{text.signUp}</h1>
              <p>{invite === null ? text.signUpOpen : text.signUpWhy}</p>
            </div>
            {made.isError && <Failure error={made.error} />}
            {form.fields}
            <Button kind="primary" type="submit" disabled={made.isPending}>
              {text.signUp}
            </Button>
          </Form>
        )}
      </div>
    </main>
  );
}
