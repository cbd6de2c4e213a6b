// Loads the next part of a list.
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { inBackground } from '../shell/in-background.ts';
import { useCommonText } from '../text/common.ts';
import { Button } from './Button.tsx';
import { Row } from './Row.tsx';

export function MoreButton({
  of,
}: {
  of: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
}) {
  const text = useCommonText();
  if (!of.hasNextPage) return null;
  return (
    <Row>
      <Button disabled={of.isFetchingNextPage} onClick={() => inBackground(of.fetchNextPage())}>
        {text.more}
      </Button>
    </Row>
  );
}
