// A dialog that sends something once: what is asked or said, the button that names the action, why it was refused, and the result.
import type { ReactNode } from 'react';
import { useChange } from '../api/use-change.ts';
import { useCommonText } from '../text/common.ts';
import { Button } from './Button.tsx';
import { Dialog, DialogActions, DoneDialog } from './Dialog.tsx';
import { Failure } from './Failure.tsx';
import { Form } from './Form.tsx';
import type { BodyForm } from './use-form.tsx';

interface SendDialogProps<Body, Answer> {
  title: string;
  /** Label of the button. */
  act: string;
  danger?: boolean;
  /** Its fields are shown first. Without it there is nothing to fill in. */
  form?: BodyForm<Body>;
  /** Whether it may be sent as it is; by default whenever the form is right. */
  isReady?: boolean;
  send: (body: Body) => Promise<Answer>;
  /** Shown after success; without it the dialog closes. */
  after?: (answer: Answer) => ReactNode;
  onDone?: (answer: Answer) => void;
  onClose: () => void;
  children?: ReactNode;
}

export function SendDialog<Body, Answer>(props: SendDialogProps<Body, Answer>) {
  const { title, act, danger = false, form, isReady = true, after, onClose, children } = props;
  const common = useCommonText();
  const sent = useChange(
    () => props.send(form === undefined ? (undefined as Body) : form.body()),
    (answer: Answer) => {
      props.onDone?.(answer);
      if (after === undefined) onClose();
    },
  );
  if (sent.isSuccess && after !== undefined) {
    return (
      <DoneDialog title={title} onClose={onClose}>
        {after(sent.data)}
      </DoneDialog>
    );
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {/* An answer to what was typed before says nothing about what is typed now. */}
      <Form onSend={() => sent.mutate()} onType={() => sent.isError && sent.reset()}>
        {form?.fields}
        {children}
        {sent.isError && <Failure error={sent.error} />}
        <DialogActions>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            kind={danger ? 'danger' : 'primary'}
            type="submit"
            disabled={sent.isPending || !isReady || form?.isWrong === true}
          >
            {act}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

interface Sure {
  title: string;
  /** Label of the button. */
  act: string;
  /** Performs the action. */
  send: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before an action that is hard to undo: what will happen, and a button that names the action. */
export function ConfirmDialog(props: Sure) {
  return <SendDialog danger {...props} />;
}
