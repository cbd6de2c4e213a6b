// Account, state and lateness, above the lists of collections and watches.
import { useState } from 'react';
import { useGatheringText } from '../../gathering/text.ts';
import { CheckField, SelectField, TextField } from '../../parts/Field.tsx';
import { Form } from '../../parts/Form.tsx';
import { Row } from '../../parts/Panel.tsx';
import { useCommonText } from '../../text/common.ts';
import type { GatherFilters } from './filters.ts';
import { useGatherAdminText } from './text.ts';

interface FilterBarProps<State extends string> {
  filters: GatherFilters<State>;
  states: readonly State[];
  change: (change: Partial<GatherFilters<State>>) => void;
}

/** The account is applied when the operator leaves the field or presses Enter, not at every letter. */
export function FilterBar<State extends keyof ReturnType<typeof useGatheringText>['states']>({
  filters,
  states,
  change,
}: FilterBarProps<State>) {
  const text = useGatherAdminText();
  const words = useGatheringText();
  const common = useCommonText();
  const [account, setAccount] = useState(filters.account ?? '');
  const done = () => {
    const wanted = account.trim() || undefined;
    if (wanted !== filters.account) change({ account: wanted });
  };
  const choices = states.map((value) => ({ value, label: words.states[value] as string }));
  return (
    <Form onSend={done}>
      <Row end>
        <TextField
          label={text.account}
          value={account}
          onChange={(event) => setAccount(event.target.value)}
          onBlur={done}
        />
        <SelectField
          label={common.state}
          value={filters.state ?? ''}
          choices={[{ value: '', label: text.any }, ...choices]}
          onPick={(picked) => change({ state: states.find((one) => one === picked) })}
        />
        <CheckField
          label={text.lateOnly}
          checked={filters.late === true}
          onCheck={(isLate) => change({ late: isLate || undefined })}
        />
      </Row>
    </Form>
  );
}
