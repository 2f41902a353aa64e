import { type Columns, first, sql, statement } from "#db/database.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import {
  createHostRoute,
  editHostRoute,
  hostListRoute,
  rotateHostKeyRoute,
  rotateSigningKeyRoute,
  type SigningKey,
  signingKeysRoute,
} from "#domain/hosts/api.ts";
import { HOST_LIMITS } from "#domain/hosts/limits.ts";
import { LIMITS } from "#domain/limits.ts";
import { createdTimes, isoTime } from "#domain/time.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks } from "../http/pagination.ts";
import { hashToken, randomToken } from "../http/session.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { lastIdQuery, newId } from "../ids/commands.ts";
import { gameHostStub } from "../live/stubs.ts";
import { auditEntry } from "../moderation/audit.ts";
import { loadKeyPair, type SigningKeyRow, signingKeysQuery, validSigningKeys } from "../play/tokens.ts";
import { type HostRow, hostQuery, hostsQuery, presentHost } from "./routes.ts";

const generateHostKey = (id: number): string => `bph_${id}_${randomToken()}`;

async function presentKeys(env: Env, rows: readonly SigningKeyRow[], now: number): Promise<SigningKey[]> {
  return Promise.all(
    validSigningKeys(rows, now).map(async ({ id, created_at, until }) => ({
      kid: (await loadKeyPair(env, id)).kid,
      signing: until === null,
      ...createdTimes(created_at),
      valid_until: until === null ? null : isoTime(until),
    })),
  );
}

const notFoundError = () => new ApiError("not_found", { message: "This game host doesn't exist." });
/** Returns a host's row; throws a 404 if it doesn't exist. */
async function readHost(gate: SessionGate, id: number): Promise<HostRow> {
  const row = await gate.first(hostQuery(id));
  if (!row) throw notFoundError();
  return row;
}

/** Built-in hosts are made by the site: they can only be switched off and on. */
const builtInError = (message: string) => new ApiError("forbidden", { message });

const nameTakenError = () => fieldError("name", "Another game host already has this name.");

/** Admin routes for game hosts and the signing keys of join tokens. */
export function hostStaffRoutes(app: HonoApp): void {
  handle(app, hostListRoute, async ({ input, gate, request }) => {
    const size = LIMITS.pageSize.hosts;
    const rows = await gate.all(hostsQuery(input.page, size));
    const total = rows[0]?.total ?? 0;
    return { data: rows.map(presentHost), ...paginationLinks(request, input.page, size, total) };
  });

  handle(app, createHostRoute, async ({ input, gate, viewer, env, now }) => {
    const { name, ip_address, region, capacity } = input;
    const last = await gate.all(lastIdQuery("hosts"));
    const id = await newId(env, "hosts", last);
    const key = generateHostKey(id);
    const { row } = await gate.write({
      hosts: statement`insert into hosts (id, name, ip_address, region, capacity, key_hash, user_id, created_at)
        select ${id}, ${name}, ${ip_address}, ${region}, ${capacity}, ${hashToken(key)}, ${viewer.id}, ${now}
        where (select count(*) from hosts) < ${HOST_LIMITS.hosts} and not exists (select 1 from hosts where name = ${name})`,
      audit: auditEntry(now, {
        actor_id: viewer.id,
        action: "host.create",
        subject_id: id,
        after: { name, ip_address, region, capacity },
        when: sql`exists (select 1 from hosts where id = ${id})`,
      }),
      row: first(hostQuery(id)),
    });
    if (!row) throw nameTakenError();
    await gameHostStub(env, id, region).hostChanged();
    return { host: presentHost(row), key };
  });

  handle(app, editHostRoute, async ({ params, input, gate, viewer, env, now }) => {
    const { name, ip_address, region, capacity, enabled } = input;
    const { id } = params;
    const subject = { actor_id: viewer.id, subject_type: "host", subject_id: id } as const;
    const host = await readHost(gate, id);
    const fixed = [name, ip_address, region, capacity];
    if (host.kind === "room" && fixed.some((field) => field !== undefined))
      throw builtInError("Rooms can only be switched off and on.");
    const isTaken = sql`exists (select 1 from hosts where name = ${name ?? null} and id <> ${id})`;
    const fields = sql`(select json_object('name', name, 'ip_address', ip_address, 'region', region,
      'capacity', capacity, 'enabled', json(iif(enabled, 'true', 'false'))) from hosts where id = ${id})`;
    const entry = { ...subject, action: "host.edit", before: fields, after: input } as const;
    const { changed, row } = await gate.write({
      audit: auditEntry(now, { ...entry, when: sql`not ${isTaken}` }),
      changed: first<Columns<"hosts", "id">>`update hosts set name = coalesce(${name ?? null}, name),
        ip_address = coalesce(${ip_address ?? null}, ip_address), region = coalesce(${region ?? null}, region),
        capacity = coalesce(${capacity ?? null}, capacity),
        enabled = coalesce(${enabled === undefined ? null : Number(enabled)}, enabled)
        where id = ${id} and not ${isTaken} returning id`,
      row: first(hostQuery(id)),
    });
    if (!row) throw notFoundError();
    if (!changed) throw nameTakenError();
    await gameHostStub(env, id).hostChanged();
    return { host: presentHost(row) };
  });

  handle(app, rotateHostKeyRoute, async ({ params, gate, viewer, env, now }) => {
    const { id } = params;
    const { kind } = await readHost(gate, id);
    if (kind === "room") throw builtInError("Rooms have no key.");
    const key = generateHostKey(id);
    const { changed, row } = await gate.write({
      changed: first<Columns<"hosts", "id">>`update hosts set key_hash = ${hashToken(key)} where id = ${id}
        returning id`,
      audit: auditEntry(now, { actor_id: viewer.id, action: "host.rotate_key", subject_id: id }),
      row: first(hostQuery(id)),
    });
    if (!changed || !row) throw notFoundError();
    await gameHostStub(env, id).hostChanged();
    return { host: presentHost(row), key };
  });

  handle(app, signingKeysRoute, async ({ gate, env, now }) => {
    const rows = await gate.all(signingKeysQuery);
    return { data: await presentKeys(env, rows, now) };
  });

  handle(app, rotateSigningKeyRoute, async ({ gate, viewer, env, now }) => {
    const { rows } = await gate.write({
      signingKeys: statement`insert into signing_keys (created_at) values (${now})`,
      audit: auditEntry(now, {
        actor_id: viewer.id,
        action: "signing_key.rotate",
        subject_type: "site",
        subject_id: 0,
      }),
      rows: signingKeysQuery,
    });
    return { data: await presentKeys(env, rows, now) };
  });
}
