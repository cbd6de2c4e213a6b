// The sign-in page of the portal: exchanges an API key for a session.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { Failure } from '../parts/Failure.tsx';
import { TextField } from '../parts/Field.tsx';
import { Brand } from '../shell/Brand.tsx';
import { serviceOfPage } from '../shell/service.ts';
import style from '../shell/shell.module.css';
import { signupQuery } from './api.ts';
import { usePortalText } from './text.ts';

interface SignInProps {
  error: unknown;
  enter: (body: { key: string }) => Promise<void>;
  /** Opens the sign-up form, where sign-up without an invite is allowed. */
  onSignUp: () => void;
}

export function SignIn({ error, enter, onSignUp }: SignInProps) {
  const text = usePortalText();
  const signup = useQuery(signupQuery);
  const [key, setKey] = useState('');
  const [failed, setFailed] = useState(error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailed(null);
    enter({ key: key.trim() }).catch(setFailed);
  };
  return (
    <main className={style.center}>
      <form className={style.card} onSubmit={submit}>
        <Brand {...serviceOfPage()} />
        <div>
          <h1>{text.signIn}</h1>
          <p>{text.signInWhy}</p>
        </div>
        {failed !== null && failed !== undefined && <Failure error={failed} />}
        <TextField
          label={text.apiKey}
          hint={text.signInNote}
          type="password"
          autoFocus
          required
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
        <Button kind="primary" type="submit">
          {text.signIn}
        </Button>
        {signup.data?.mode === 'open' && <Button onClick={onSignUp}>{text.signUp}</Button>}
      </form>
    </main>
  );
}
