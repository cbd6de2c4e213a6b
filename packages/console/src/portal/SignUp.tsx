// Owns the door for those who are invited: a name for their account, then the secret of its key, shown once, then the portal.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { NewKey } from '../keys/NewKey.tsx';
import { Button } from '../parts/Button.tsx';
import { Failure } from '../parts/Failure.tsx';
import { TextField } from '../parts/Field.tsx';
import { Form } from '../parts/Form.tsx';
import { Brand } from '../shell/Brand.tsx';
import { serviceOfPage } from '../shell/service.ts';
import style from '../shell/shell.module.css';
import { useCommonText } from '../text/common.ts';
import { portal } from './api.ts';
import type { PortalAnswer } from './portal-session.ts';
import { usePortalText } from './text.ts';

interface SignedUp extends PortalAnswer {
  page_secret: string;
  secret: string;
}

interface SignUpProps {
  invite: string;
  onDone: (answer: SignedUp) => void;
}

export function SignUp({ invite, onDone }: SignUpProps) {
  const text = usePortalText();
  const common = useCommonText();
  const [name, setName] = useState('');
  const [contact, setContact] = useState('');
  const made = useMutation({
    mutationFn: () =>
      portal<SignedUp>('/api/account/v1/signup', {
        method: 'POST',
        body: { name: name.trim(), invite, ...(contact.trim() !== '' && { contact: contact.trim() }) },
      }),
  });
  return (
    <main className={style.center}>
      <div className={style.card}>
        <Brand {...serviceOfPage()} />
        {made.isSuccess ? (
          <>
            <h1>{text.signedUp}</h1>
            <NewKey secret={made.data.secret} base={location.origin} />
            <Button kind="primary" onClick={() => onDone(made.data)}>
              {text.toPortal}
            </Button>
          </>
        ) : (
          <Form onSend={() => made.mutate()}>
            <div>
              <h1>{text.signUp}</h1>
              <p>{text.signUpWhy}</p>
            </div>
            {made.isError && <Failure error={made.error} />}
            <TextField
              label={text.accountName}
              hint={common.keyNameHint}
              autoFocus
              required
              maxLength={64}
              pattern="[A-Za-z0-9._\-]+"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <TextField
              label={text.contact}
              type="email"
              maxLength={240}
              value={contact}
              onChange={(event) => setContact(event.target.value)}
            />
            <Button kind="primary" type="submit" disabled={made.isPending}>
              {text.signUp}
            </Button>
          </Form>
        )}
      </div>
    </main>
  );
}
