import { type Columns, Database, first, type Present, statement } from "#db/database.ts";
import { hasTemplate } from "#domain/items/rules.ts";
import { STARTER_ITEMS, STARTER_KEYS, type StarterKey } from "#domain/starter/starter-items.ts";
import { deleteItemFiles, storeItemFiles } from "../assets/store.ts";

/** Adds missing starter items for the first admin, each once: those staff withdraw don't come back. */
export async function addStarterItems(env: Env, now: number): Promise<void> {
  const db = new Database(env.DB);
  const { existing, admin } = await db.batch({
    existing: statement<Present<Columns<"items", "starter">>>`select starter from items
      indexed by items_starter where starter is not null`,
    admin: first<Columns<"users", "id">>`select id from users where role = 'admin' and deleted_at is null
      order by id limit 1`,
  });
  const missing = STARTER_KEYS.filter((key) => !existing.some(({ starter }) => starter === key));
  if (!admin) return;
  for (const key of missing) await addItem(env, db, key, admin.id, now);
}

async function addItem(env: Env, db: Database, key: StarterKey, userId: number, now: number): Promise<void> {
  const { type_id, name, description } = STARTER_ITEMS[key];
  const hasModel = type_id <= 2;
  const [texture, model] = await Promise.all([
    readStarterFile(env, `${key}.png`),
    hasModel ? readStarterFile(env, `${key}.mesh`) : null,
  ]);
  const uuid = await storeItemFiles(env.BUCKET, texture, model);
  // 0 queues the texture for the job that computes its fingerprint.
  const hasFingerprint = hasTemplate(type_id) ? 0 : 1;
  const { added } = await db.batch({
    added: first<Columns<"items", "id">>`insert into items
      (type_id, user_id, name, description, uuid, purchasable, fingerprinted, starter, created_at)
      values (${type_id}, ${userId}, ${name}, ${description}, ${uuid}, 'free', ${hasFingerprint}, ${key}, ${now})
      on conflict do nothing returning id`,
    inventory: statement`insert into inventory (user_id, item_id, type_id, created_at)
      select user_id, id, type_id, ${now} from items where starter = ${key} and uuid = ${uuid}`,
  });
  // Another run was faster.
  if (!added) await deleteItemFiles(env.BUCKET, uuid);
}

async function readStarterFile(env: Env, name: string): Promise<Uint8Array> {
  const found = await env.ASSETS.fetch(`https://assets/static/starter/${name}`);
  if (!found.ok) throw new Error(`the build has no starter file ${name} (${found.status})`);
  return new Uint8Array(await found.arrayBuffer());
}
