import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Page } from '../../parts/Page.tsx';
import { useCommonText } from '../../text/common.ts';
import { useMay } from '../console-session.ts';
import { KeysTable } from './KeysTable.tsx';
import { MakeKeyDialog } from './MakeKeyDialog.tsx';
import { useKeysText } from './text.ts';

export function Keys() {
  const text = useKeysText();
  const common = useCommonText();
  const may = useMay();
  const [isMaking, setMaking] = useState(false);
  return (
    <Page
      title={text.title}
      sub={text.sub}
      actions={
        may.change && (
          <Button kind="primary" onClick={() => setMaking(true)}>
            {common.makeKey}
          </Button>
        )
      }
    >
      <KeysTable />
      {isMaking && <MakeKeyDialog onClose={() => setMaking(false)} />}
    </Page>
  );
}
