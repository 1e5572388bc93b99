/* global SwaggerUIBundle */
const picker = document.getElementById('user');
const { users } = await (await fetch('/reference/settings.json')).json();
picker.append(...users.map(({ id, name }) => new Option(`${name} (user ${id})`, id)));

/** The sample requests call with an assistant that this user has, so that they can be sent as they are. */
async function documentFor(user) {
  const headers = { authorization: `Bearer ${user.token}` };
  const [openApi, assistants] = await Promise.all(
    ['/api/openapi.json', '/api/user/assistants/outbound'].map(async (url) => (await fetch(url, { headers })).json()),
  );
  const [assistant] = assistants;
  if (assistant) {
    for (const item of Object.values(openApi.paths)) {
      const sample = item.post?.requestBody?.content['application/json'].examples.sample.value;
      if (sample?.assistant_id) sample.assistant_id = assistant.id;
    }
  }
  return openApi;
}

async function show() {
  const user = users.find(({ id }) => String(id) === picker.value);
  const reference = SwaggerUIBundle({
    spec: await documentFor(user),
    dom_id: '#reference',
    deepLinking: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    onComplete: () => reference.preauthorizeApiKey('bearer', user.token),
  });
}

picker.addEventListener('change', () => void show());
await show();
