import { StatementSheet } from '../../statements/StatementSheet.tsx';
import { OWN_STATEMENTS } from '../api.ts';

export function Statement() {
  return <StatementSheet source={OWN_STATEMENTS} back={() => '#/balance?show=statements'} />;
}
