import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The modules of worker tests that a run uses, by path. Every checked version has them. */
export interface TestModules {
  "domain/api/api-routes.ts": typeof import("#domain/api/api-routes.ts");
  "domain/api/route.ts": typeof import("#domain/api/route.ts");
  "domain/notifications/api.ts": typeof import("#domain/notifications/api.ts");
  "tests/support/browser.ts": typeof import("#tests/support/browser.ts");
  "tests/support/build-client.ts": typeof import("#tests/support/build-client.ts");
  "tests/support/endpoints/callers.ts": typeof import("#tests/support/endpoints/callers.ts");
  "tests/support/invite-editor.ts": typeof import("#tests/support/invite-editor.ts");
  "tests/support/messages.ts": typeof import("#tests/support/messages.ts");
  "tests/support/report-case.ts": typeof import("#tests/support/report-case.ts");
  "tests/support/room-client.ts": typeof import("#tests/support/room-client.ts");
  "tests/support/socket.ts": typeof import("#tests/support/socket.ts");
  "tests/support/test-user.ts": typeof import("#tests/support/test-user.ts");
  "tests/support/world.ts": typeof import("#tests/support/world.ts");
}

export type LoadModule = <Path extends keyof TestModules>(path: Path) => Promise<TestModules[Path]>;

/** Imports modules from the folder of a version. Needs `hookModules`. */
export const modulesOf =
  (folder: string): LoadModule =>
  (path) =>
    import(pathToFileURL(join(folder, path)).href);
