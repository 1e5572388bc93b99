import { userTools } from '#shared/container.ts';
import { createUserOutsideTools } from '#shared/tools/user-outside-tools.ts';

/** For functions that are bundled in parts. Not in the container: an import that waits would grow every bundle. */
export const outsideTools = () =>
  createUserOutsideTools({
    userTools: userTools(),
    send: async (tool, request) => {
      const { sendOutside } = await import('#shared/send-tool-container.ts');
      return sendOutside(tool, request);
    },
  });
