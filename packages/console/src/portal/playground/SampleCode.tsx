// The call of the form as code, in a chosen language.
import { useState } from 'react';
import { Code } from '../../parts/Code.tsx';
import { Copy } from '../../parts/Copy.tsx';
import { Row } from '../../parts/Panel.tsx';
import { Segments } from '../../parts/Segments.tsx';
import { usePortalText } from '../text.ts';
import type { Call } from './call.ts';
import style from './playground.module.css';
import { LANGUAGES, type SampleLanguage, sampleOf } from './samples.ts';

/** Screen width from which the answer is beside the form. On narrower screens the code would be between the two. */
const BESIDE = '(min-width: 1000px)';

interface SampleCodeProps {
  call: Call;
  requestId: string;
  maxPrice: bigint;
}

export function SampleCode({ call, requestId, maxPrice }: SampleCodeProps) {
  const text = usePortalText();
  const [language, setLanguage] = useState<SampleLanguage>('curl');
  const [isOpen, setOpen] = useState(() => matchMedia(BESIDE).matches);
  const code = sampleOf(language, { base: location.origin, call, requestId, maxPrice });
  return (
    <details className={style.sample} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text.sameCall}</summary>
      <div>
        <Row end>
          <Segments
            label={text.sameCall}
            value={language}
            choices={LANGUAGES.map((value) => ({ value, label: text.samples[value] }))}
            onPick={setLanguage}
          />
          <Copy value={code} what={text.sameCall} />
        </Row>
        <Code label={text.sameCall}>{code}</Code>
      </div>
    </details>
  );
}
