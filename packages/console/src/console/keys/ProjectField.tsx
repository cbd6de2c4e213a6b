// Chooses a project of one account. Not shown if the account has no projects.
import { useQuery } from '@tanstack/react-query';
import { SelectField } from '../../parts/Field.tsx';
import { admin } from '../api.ts';
import { useKeysText } from './text.ts';

const PROJECTS_MAX = 200;

interface ProjectFieldProps {
  account: string | undefined;
  value: string;
  onPick: (project: string) => void;
}

export function useProjects(account: string | undefined) {
  return useQuery({
    queryKey: ['projects', account],
    queryFn: () => admin('/projects', { query: { account, limit: PROJECTS_MAX } }),
    enabled: account !== undefined,
  });
}

export function ProjectField({ account, value, onPick }: ProjectFieldProps) {
  const text = useKeysText();
  const projects = useProjects(account).data?.projects ?? [];
  if (projects.length === 0) return null;
  const choices = projects.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <SelectField
      label={text.project}
      value={value}
      choices={[{ value: '', label: text.noProject }, ...choices]}
      onPick={onPick}
    />
  );
}
