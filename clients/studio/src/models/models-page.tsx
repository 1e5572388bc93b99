import { Server } from 'lucide-preact';
import type { JSX } from 'preact';
import { KeyCard } from './key-card.tsx';
import { getModels, type StackModels } from '../requests/stack/get-models.ts';
import { useQuery } from '../service/query.ts';
import { Badge, Card, Page } from '../ui/page.tsx';
import { Empty, Loaded, Notice } from '../ui/states.tsx';

/** A server that starts is shown within this time. */
const LOOK_MS = 3000;

/** Which models answer on a local stack, and how to get a real one. */
export function ModelsPage(): JSX.Element {
  const models = useQuery(getModels(), { every: LOOK_MS });
  return (
    <Page title="Models" lead="What answers for your assistants: a server on this machine, or OpenAI.">
      <Loaded of={models}>
        {(known) =>
          known === null ? (
            <Notice>Only a local stack has this page.</Notice>
          ) : (
            <div class="stack">
              <Servers of={known} />
              <KeyCard of={known} />
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

function Servers({ of: { servers, locked } }: { of: StackModels }): JSX.Element {
  return (
    <Card title="Servers on this machine" flush={servers.length > 0}>
      {servers.length === 0 ? (
        <Empty icon={<Server aria-hidden="true" />} title="No server found">
          Start Ollama, LM Studio, llama.cpp or vLLM. Its models appear here and in the form of an assistant.
        </Empty>
      ) : (
        <table>
          <caption class="visually-hidden">Servers on this machine</caption>
          <thead>
            <tr>
              <th scope="col">Server</th>
              <th scope="col">Models</th>
            </tr>
          </thead>
          <tbody>
            {servers.map(({ name, origin, models }) => (
              <tr key={origin}>
                <th scope="row">
                  {name} <span class="soft small">{origin}</span>
                </th>
                <td>
                  <span class="button-row">
                    {models.length === 0 ? <span class="soft">It has no model yet.</span> : null}
                    {models.map((model) => (
                      <Badge key={model}>{model}</Badge>
                    ))}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {locked.map((origin) => (
        <Notice key={origin} tone="warn">
          The server at {origin} asks for a key. Start the stack with <code>OPENAI_BASE_URL={origin}/v1</code>,{' '}
          <code>OPENAI_MODEL</code> and <code>OPENAI_API_KEY</code>.
        </Notice>
      ))}
    </Card>
  );
}
