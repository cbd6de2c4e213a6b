// The newest items of a collection or a watch, as the playground shows records.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FoundItem, ListRequestPicturesAnswer } from '../../api/api-types.ts';
import { Button } from '../../parts/Button.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty } from '../../parts/Notice.tsx';
import { Panel, Row } from '../../parts/Panel.tsx';
import { pricesQuery } from '../api.ts';
import { Records } from '../playground/AnswerItems.tsx';
import { PicturesContext, useListedPictures } from '../playground/pictures.ts';
import { interactive } from './question.ts';
import { useGatherText } from './text.ts';

/** Two or three rows of cards. */
const SHOWN = 12;
/** The longest list that the routes answer. */
const SHOWN_MAX = 500;

interface FoundItemsProps {
  id: string;
  path: string;
  platform: string;
  /** The number of the last item. */
  items: number;
  read: (query: Numbers) => Promise<{ items: FoundItem[] }>;
  readPictures: (query: Numbers) => Promise<ListRequestPicturesAnswer>;
}

/** Which items: those after a number. */
interface Numbers {
  after: number;
  limit: number;
}

/** Items are numbered without gaps, so the newest are those with the highest numbers. */
export function FoundItems({ id, path, platform, items, read, readPictures }: FoundItemsProps) {
  const text = useGatherText();
  const [shown, setShown] = useState(SHOWN);
  const limit = Math.min(shown, SHOWN_MAX);
  const query = { after: Math.max(0, items - limit), limit };
  const queryKey = ['found', id, items, limit];
  const found = useQuery({
    queryKey,
    queryFn: () => read(query),
    enabled: items > 0,
    placeholderData: keepPreviousData,
  });
  const records = found.data?.items.map(({ record }) => record).toReversed() ?? [];
  const addressOf = useListedPictures({ queryKey, records, read: () => readPictures(query) });
  const { data: prices } = useQuery(pricesQuery);
  const endpoints = interactive(prices?.endpoints ?? []);
  const operation = endpoints.find((one) => one.path === path)?.operation ?? '';
  return (
    <Panel title={text.newest}>
      {items === 0 ? (
        <Empty>{text.noItems}</Empty>
      ) : (
        <Loaded of={found}>
          {() => (
            <PicturesContext value={addressOf}>
              <Records items={records} operation={operation} platform={platform} endpoints={endpoints} />
            </PicturesContext>
          )}
        </Loaded>
      )}
      {limit < Math.min(items, SHOWN_MAX) && (
        <Row>
          <Button onClick={() => setShown(shown + SHOWN)}>{text.olderItems}</Button>
        </Row>
      )}
    </Panel>
  );
}
