import { Server } from "partyserver";
import { backUpStep, holdLedger, newBackup } from "../backup/back-up.ts";
import { BACKUP_SCHEMA, BackupStore } from "../backup/backup-store.ts";
import { isBackupDue } from "../backup/due.ts";
import type { ObjectKind } from "../backup/export-state.ts";
import type { BackupProgress, Job, StepResult } from "../backup/job.ts";
import { type Manifest, planSite, readManifest, type SitePlan } from "../backup/manifest.ts";
import { newRestore, restoreProblem, restoreStep } from "../backup/restore.ts";
import { AlarmScheduler } from "../live/alarm-scheduler.ts";
import { failureLogger, type LogFailure } from "../live/failure-logger.ts";
import { ObjectSchema } from "../live/object-schema.ts";
import { openDatabases } from "../outbox/relay.ts";
import type { BackupApi, BackupRun, BackupStatus } from "./backup-api.ts";

/** An alarm works for this long, and for this many calls to other services, and then schedules the next one. */
const SLICE_MS = 10_000;
const SLICE_CALLS = 800;
const RETRY_MS = 5_000;
/** A job whose step failed this often ends. */
const MAX_FAILURES = 12;

/** Backs up and restores D1 and all changed objects, in slices with stored progress. */
export class Backup extends Server<Env> implements BackupApi {
  readonly #alarms: AlarmScheduler<"work">;
  readonly #store: BackupStore;
  readonly #logFailure: LogFailure;
  #manifest: Manifest | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#logFailure = failureLogger("Backup", ctx.id);
    const schema = new ObjectSchema(ctx.storage, { backup: BACKUP_SCHEMA });
    schema.create("backup");
    this.#store = new BackupStore(ctx.storage.sql);
    this.#alarms = new AlarmScheduler(ctx.storage, { work: () => this.#workAlone() }, this.#logFailure);
  }

  changed(kind: ObjectKind, name: string): void {
    this.#store.markChanged(kind, name, Date.now());
  }

  get #job(): Job | undefined {
    return this.ctx.storage.kv.get<Job>("job");
  }

  start(): string {
    return this.#job?.id ?? this.#start(newBackup(Date.now(), !this.ctx.storage.kv.get("found")));
  }

  #start(job: Job): string {
    if (job.type === "backup") this.#store.clearPages();
    this.ctx.storage.kv.delete("plan");
    this.ctx.storage.kv.put("job", job);
    this.#alarms.schedule("work", Date.now());
    return job.id;
  }

  startIfDue(now: number): void {
    const { kv } = this.ctx.storage;
    const since = kv.get<number>("since") ?? now;
    kv.put("since", since);
    if (!this.#job && isBackupDue(now, kv.get<BackupRun>("newest")?.started_at ?? null, this.env))
      this.start();
  }

  async restore(id: string): Promise<string | null> {
    const job = this.#job;
    if (job) return job.type === "restore" && job.id === id ? null : "Another backup or restore is running.";
    const problem = await restoreProblem(this.env, id);
    if (problem) return problem;
    await readManifest(this.env.BUCKET, id);
    this.#start(newRestore(id, Date.now()));
    return null;
  }

  status(): BackupStatus {
    const { kv } = this.ctx.storage;
    const job = this.#job;
    const newest = kv.get<BackupRun>("newest");
    return {
      running: job ? runOf(job, null) : null,
      last: kv.get<BackupRun>("last") ?? null,
      newest: newest ? { id: newest.id, finished_at: newest.finished_at ?? 0 } : null,
      since: kv.get<number>("since") ?? null,
    };
  }

  override onAlarm(): Promise<void> {
    return this.#alarms.run();
  }

  #isWorking = false;

  /** Does a slice of the job, unless one is being done: two would repeat each other's steps. */
  async #workAlone(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    try {
      await this.#work();
    } finally {
      this.#isWorking = false;
    }
  }

  /** Does steps of the job until the slice ends. */
  async #work(): Promise<void> {
    const end = Date.now() + SLICE_MS;
    for (let calls = 0; calls < SLICE_CALLS && Date.now() < end; ) {
      const job = this.#job;
      if (!job) return;
      try {
        const step = await this.#step(job);
        calls += step.calls;
        this.#save(job, step);
        if (step.isDone) return;
      } catch (error) {
        this.#fail(error);
        this.#alarms.schedule("work", Date.now() + RETRY_MS);
        return;
      }
    }
    const isWaiting = this.#job?.type === "backup" && this.#job.phase === "wait";
    this.#alarms.schedule("work", Date.now() + (isWaiting ? 1_000 : 0));
  }

  async #step(job: Job): Promise<StepResult> {
    const context = { env: this.env, store: this.#store };
    if (job.type === "backup")
      return backUpStep({ ...context, plan: await this.#plan(job) }, job, Date.now());
    if (this.#manifest?.id !== job.id) this.#manifest = await readManifest(this.env.BUCKET, job.id);
    return restoreStep({ ...context, manifest: this.#manifest }, job);
  }

  async #plan(job: BackupProgress): Promise<SitePlan> {
    const { kv } = this.ctx.storage;
    // A version with one database has stored a plan without others.
    const stored = kv.get<SitePlan>("plan");
    // Made before the hold was stored, it can be too old.
    const isUnheld = job.heldUntil === undefined && job.table === 0 && job.after === null;
    if (stored && !isUnheld) return { ...stored, others: stored.others ?? {} };
    await holdLedger(this.env, job, Date.now());
    const plan = await planSite(openDatabases(this.env));
    kv.put("plan", plan);
    return plan;
  }

  #save(job: Job, { isDone }: StepResult): void {
    const { kv } = this.ctx.storage;
    if (!isDone) {
      kv.put("job", { ...job, failures: 0, error: null });
      return;
    }
    this.#end(runOf({ ...job, error: null }, Date.now()));
    if (job.type === "restore") return;
    kv.put("newest", runOf({ ...job, error: null }, Date.now()));
    kv.put("found", true);
  }

  #end(run: BackupRun): void {
    const { kv } = this.ctx.storage;
    kv.delete("job");
    kv.delete("plan");
    kv.put("last", run);
    this.#manifest = null;
  }

  #fail(error: unknown): void {
    this.#logFailure("backup", error);
    // The failed step can have changed its own copy.
    const job = this.#job;
    if (!job) return;
    const failed = { ...job, failures: job.failures + 1, error: String(error) };
    if (failed.failures < MAX_FAILURES && !isFinal(error)) this.ctx.storage.kv.put("job", failed);
    else this.#end(runOf(failed, Date.now()));
  }
}

/** Whether repeating a step can't help. */
const isFinal = (error: unknown): boolean =>
  error instanceof Error && ["DamagedFile", "RestoreMismatch", "HoldLapsed"].includes(error.name);

const runOf = (
  { type, id, phase, startedAt, rows, objects, slowestMs, error }: Job,
  finished_at: number | null,
): BackupRun => ({
  type,
  id,
  phase,
  started_at: startedAt,
  finished_at,
  rows,
  objects,
  slowest_ms: slowestMs,
  error,
});
