// Shows data that is loaded: a loading text, the failure, or the data.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { inBackground } from '../shell/in-background.ts';
import { useCommonText } from '../text/common.ts';
import { Failure } from './Failure.tsx';
import style from './panel.module.css';

interface LoadedProps<T> {
  of: UseQueryResult<T>;
  children: (value: T) => ReactNode;
}

export function Loaded<T>({ of, children }: LoadedProps<T>) {
  const text = useCommonText();
  if (of.data !== undefined) {
    return (
      <>
        {of.isError && <Failure error={of.error} again={() => inBackground(of.refetch())} />}
        {children(of.data)}
      </>
    );
  }
  if (of.isError) return <Failure error={of.error} again={() => inBackground(of.refetch())} />;
  return (
    <p className={style.loading} role="status">
      {text.loading}
    </p>
  );
}
