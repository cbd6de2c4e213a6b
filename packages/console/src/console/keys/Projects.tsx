import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminUpdateProjectBody, Project } from '../../api/api-types.ts';
import { adminUpdateProjectBody } from '../../api/bounds.ts';
import { CapMeters } from '../../keys/CapMeter.tsx';
import { Button } from '../../parts/Button.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { SendDialog } from '../../parts/SendDialog.tsx';
import { Table } from '../../parts/Table.tsx';
import { useForm } from '../../parts/use-form.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useMay } from '../console-session.ts';
import { useCapRows } from './cap-rows.ts';
import { useProjects } from './ProjectField.tsx';
import { useKeysText } from './text.ts';

interface ProjectDialogProps {
  account: string;
  /** null to create one. */
  project: Project | null;
  onClose: () => void;
}

/** Creates or changes a project. */
function ProjectDialog({ account, project, onClose }: ProjectDialogProps) {
  const text = useKeysText();
  const { name } = useCommonText();
  const title = project === null ? text.makeProject : text.change;
  const form = useForm<AdminUpdateProjectBody & { name: string }>(
    adminUpdateProjectBody,
    [['name', name, { required: true }], useCapRows()],
    project ?? {},
  );
  return (
    <SendDialog
      title={title}
      act={title}
      form={form}
      send={(body) =>
        project === null
          ? admin('/projects', { method: 'POST', body: { account, ...body } })
          : admin('/projects/{project}', { method: 'PATCH', params: { project: project.id }, body })
      }
      onClose={onClose}
    />
  );
}

/** Loads what is spent for each project separately: accounts have few. */
function Spent({ project }: { project: Project }) {
  const found = useQuery({
    queryKey: ['projects', 'one', project.id],
    queryFn: () => admin('/projects/{project}', { params: { project: project.id } }),
  });
  return <Loaded of={found}>{({ caps }) => <CapMeters caps={caps} currency={project.currency} />}</Loaded>;
}

export function Projects({ account }: { account: string }) {
  const text = useKeysText();
  const common = useCommonText();
  const may = useMay();
  const projects = useProjects(account);
  const [over, setOver] = useState<'make' | Project | null>(null);
  return (
    <Panel
      title={text.projects}
      way={
        may.change && (
          <Button kind="bare" onClick={() => setOver('make')}>
            {text.makeProject}
          </Button>
        )
      }
    >
      <Loaded of={projects}>
        {({ projects }) => (
          <Table<Project>
            label={text.projects}
            rows={projects}
            empty={text.noProjects}
            columns={[
              ['name', common.name],
              ['spent', common.spent, '', (project) => <Spent project={project} />],
              [
                'acts',
                common.actions,
                'right hidden',
                (project) =>
                  may.change && (
                    <Button kind="bare" onClick={() => setOver(project)}>
                      {text.change}
                    </Button>
                  ),
              ],
            ]}
          />
        )}
      </Loaded>
      {over !== null && (
        <ProjectDialog
          account={account}
          project={over === 'make' ? null : over}
          onClose={() => setOver(null)}
        />
      )}
    </Panel>
  );
}
