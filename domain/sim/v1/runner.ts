import {
  directionOf,
  holdsJump,
  type Input,
  MAX_STRENGTH,
  returnsToCheckpoint,
  strengthOf,
} from "../input.ts";
import { type Course, FLAG, motionAt, solidPlanes } from "./course.ts";
import { RULES, TICK_SECONDS } from "./rules.ts";
import { cosDegrees, sinDegrees } from "./sin-degrees.ts";
import type { Vec3 } from "./solid.ts";

/** x and z of each of the 256 directions of an input. */
const DIRECTIONS = Float64Array.from({ length: 512 }, (_, i) => {
  const degrees = ((i >> 1) * 360) / 256;
  return i % 2 === 0 ? sinDegrees(degrees) : cosDegrees(degrees);
});

const DT = TICK_SECONDS;
/** The solids near the bopi in the current tick. */
const NEAR = new Int32Array(4096);
/** Hazards, stars or checkpoints within reach. */
const REACHED = new Int32Array(2048);
/** Normals of the surfaces met in one slide. */
const MET = new Float64Array(12);
const MAX_BUMPS = 4;
/** Ticks since something that never happened. */
const NEVER = 99;
/** Distance below the feet at which a falling bopi stands. */
const LANDING = 0.05;
/** Speed away from a floor from which a bopi leaves it. */
const LEAVING_SPEED = 2;
/** A bopi deeper than this in a moving block is crushed. */
const MAX_PUSH = 1.2;
/** A block that moves further than this in a tick could skip over a bopi. */
const FAST_MOTION = 1.5;
/** A hull that is less than this inside a surface touches it from outside. */
const TOUCHING = 0.001;
/** When a crumbled block is back. */
const ABSENT_TICKS = RULES.crumbleTicks + RULES.crumbledTicks;
const NONE = -1;
/** Numbers of a saved runner before its stars. */
const SAVED = 23;

/** One bopi in one course. Everything that a run depends on is in here; the same inputs lead to the same run anywhere. */
export class Runner {
  readonly course: Course;
  /** The world's clock, which moving blocks follow. */
  tick: number;
  /** Ticks since the run began. */
  ticks = 0;
  x = 0;
  y = 0;
  z = 0;
  /** Units per second. */
  vx = 0;
  vy = 0;
  vz = 0;
  /** The solid stood on; −1 in the air. */
  ground = NONE;
  nx = 0;
  ny = 1;
  nz = 0;
  swimming = false;
  boostTicks = 0;
  /** Ticks until a dead bopi is back; 0 while alive. */
  respawnTicks = 0;
  /** The checkpoint reached last; −1 before the first. */
  checkpoint = NONE;
  deaths = 0;
  /** 1 for each collected star. */
  readonly stars: Uint8Array;
  starsLeft: number;
  /** The run's length when it was cleared; 0 before. */
  clearedAt = 0;
  /** Half-spaces looked at in the run and in the current tick: what a run costs, independent of the machine. */
  work = 0;
  tickWork = 0;
  /** The run's length when something that follows a clock, a moving or touched crumbling block, was near last. */
  timedAt = 0;

  #sinceGround = NEVER;
  #sinceJumpPress = NEVER;
  #isJumpHeld = false;
  /** Whether the bopi rises from a jump of its own. */
  #isJumping = false;
  #isBurnt = false;
  #waterDepth = 0;
  /** For each solid that crumbles, when it was touched: ticks + 1; 0 while whole. Null while all are whole. */
  #touchedAt: Int32Array | null = null;

  // The current tick's solids, and the result of the last sweep.
  #near = 0;
  #isMovingNear = false;
  #hit = NONE;
  #hitX = 0;
  #hitY = 0;
  #hitZ = 0;
  #hitLimit = 0;

  constructor(course: Course, startTick: number, source: Runner | null = null) {
    this.course = course;
    this.tick = startTick;
    this.stars = new Uint8Array(course.world.stars.length);
    this.starsLeft = this.stars.length;
    if (source) this.#copy(source);
    else this.#place(course.world.spawn.position);
  }

  clone(): Runner {
    return new Runner(this.course, this.tick, this);
  }

  /** All that the rest of the run depends on: `SAVED` values, stars as words of 32 bits, then crumbling solids and touches. */
  save(): Float64Array<ArrayBuffer> {
    const saved: number[] = [
      this.tick,
      this.ticks,
      this.x,
      this.y,
      this.z,
      this.vx,
      this.vy,
      this.vz,
      this.ground,
      this.nx,
      this.ny,
      this.nz,
      this.swimming ? 1 : 0,
      this.boostTicks,
      this.respawnTicks,
      this.checkpoint,
      this.deaths,
      this.clearedAt,
      this.work,
      this.#sinceGround,
      this.#sinceJumpPress,
      this.#isJumpHeld ? 1 : 0,
      this.#isJumping ? 1 : 0,
    ];
    for (let first = 0; first < this.stars.length; first += 32) {
      let word = 0;
      for (let i = 0; i < 32 && first + i < this.stars.length; i++) word |= this.stars[first + i]! << i;
      saved.push(word);
    }
    for (let solid = 0; this.#touchedAt && solid < this.#touchedAt.length; solid++)
      if (this.#touchedAt[solid] !== 0) saved.push(solid, this.#touchedAt[solid]!);
    return Float64Array.from(saved);
  }

  /** The runner that `save` was called on; null if the numbers are of another course. */
  static restore(course: Course, saved: Float64Array): Runner | null {
    const words = Math.floor((course.world.stars.length + 31) / 32);
    const touches = saved.length - SAVED - words;
    if (touches < 0 || touches % 2 !== 0) return null;
    const runner = new Runner(course, saved[0]!);
    runner.ticks = saved[1]!;
    runner.x = saved[2]!;
    runner.y = saved[3]!;
    runner.z = saved[4]!;
    runner.vx = saved[5]!;
    runner.vy = saved[6]!;
    runner.vz = saved[7]!;
    runner.ground = saved[8]!;
    runner.nx = saved[9]!;
    runner.ny = saved[10]!;
    runner.nz = saved[11]!;
    runner.swimming = saved[12] === 1;
    runner.boostTicks = saved[13]!;
    runner.respawnTicks = saved[14]!;
    runner.checkpoint = saved[15]!;
    runner.deaths = saved[16]!;
    runner.clearedAt = saved[17]!;
    runner.work = saved[18]!;
    runner.#sinceGround = saved[19]!;
    runner.#sinceJumpPress = saved[20]!;
    runner.#isJumpHeld = saved[21] === 1;
    runner.#isJumping = saved[22] === 1;
    for (let star = 0; star < runner.stars.length; star++) {
      if (((saved[SAVED + Math.floor(star / 32)]! >>> (star % 32)) & 1) === 0) continue;
      runner.stars[star] = 1;
      runner.starsLeft--;
    }
    for (let at = SAVED + words; at < saved.length; at += 2) {
      const solid = saved[at]!;
      if (!(solid >= 0 && solid < course.flags.length)) return null;
      runner.#touchedAt ??= new Int32Array(course.flags.length);
      runner.#touchedAt[solid] = saved[at + 1]!;
    }
    return runner;
  }

  /** Whether everything from here repeats what happened since `earlier`, a clone, as long as the input stays as it was. */
  repeats(earlier: Runner): boolean {
    return (
      this.x === earlier.x &&
      this.y === earlier.y &&
      this.z === earlier.z &&
      this.vx === earlier.vx &&
      this.vy === earlier.vy &&
      this.vz === earlier.vz &&
      this.timedAt <= earlier.ticks &&
      this.starsLeft === earlier.starsLeft &&
      this.clearedAt === earlier.clearedAt &&
      this.checkpoint === earlier.checkpoint &&
      this.respawnTicks === earlier.respawnTicks &&
      this.boostTicks === earlier.boostTicks &&
      this.swimming === earlier.swimming &&
      this.ground === earlier.ground &&
      this.nx === earlier.nx &&
      this.ny === earlier.ny &&
      this.nz === earlier.nz &&
      this.#isJumpHeld === earlier.#isJumpHeld &&
      this.#isJumping === earlier.#isJumping &&
      Math.min(this.#sinceGround, NEVER) === Math.min(earlier.#sinceGround, NEVER) &&
      Math.min(this.#sinceJumpPress, NEVER) === Math.min(earlier.#sinceJumpPress, NEVER)
    );
  }

  /** Repeats what happened since `earlier` a number of times without simulating it. */
  skip(earlier: Runner, times: number): void {
    const { ticks, deaths, work } = this;
    this.tick += times * (ticks - earlier.ticks);
    this.ticks += times * (ticks - earlier.ticks);
    this.deaths += times * (deaths - earlier.deaths);
    this.work += times * (work - earlier.work);
  }

  #copy(source: Runner): void {
    Object.assign(this, source, { stars: source.stars.slice() });
    this.#sinceGround = source.#sinceGround;
    this.#sinceJumpPress = source.#sinceJumpPress;
    this.#isJumpHeld = source.#isJumpHeld;
    this.#isJumping = source.#isJumping;
    this.#touchedAt = source.#touchedAt?.slice() ?? null;
  }

  step(input: Input): void {
    this.tick++;
    this.ticks++;
    this.tickWork = 0;
    const isPressed = holdsJump(input);
    if (this.respawnTicks > 0) {
      this.#isJumpHeld = isPressed;
      this.respawnTicks--;
      if (this.respawnTicks === 0) this.#respawn();
    } else if (returnsToCheckpoint(input)) this.#die();
    else this.#move(input, isPressed);
    this.work += this.tickWork;
  }

  /** Ticks since a crumbling block (its index in the document) was first touched; −1 while it is whole. */
  crumbleAge(block: number): number {
    const solid = this.course.solidOf[block]!;
    const touched = this.#touchedAt?.[solid] ?? 0;
    if (touched === 0) return -1;
    const age = this.ticks - (touched - 1);
    return age < ABSENT_TICKS || this.#isInside(solid) ? age : -1;
  }

  /** Puts the bopi on a point, or as far above it as there is room. */
  #place([x, y, z]: Vec3): void {
    this.x = x;
    this.y = y + 2 * RULES.skin;
    this.z = z;
    this.vx = 0;
    this.vy = 0;
    this.vz = 0;
    this.ground = NONE;
    this.boostTicks = 0;
    this.swimming = false;
    this.#isJumping = false;
    this.#sinceGround = NEVER;
    this.#sinceJumpPress = NEVER;
    this.#touchedAt = null;
    // Each round leaves at least one solid.
    for (let round = 0; round < 64 && this.#riseOut(); round++);
  }

  /** Moves straight up out of a solid; returns whether there was one. */
  #riseOut(): boolean {
    this.#gather(0);
    for (let k = 0; k < this.#near; k++) {
      const solid = NEAR[k]!;
      if ((this.course.flags[solid]! & FLAG.water) !== 0 || !this.#isInside(solid)) continue;
      const planes = solidPlanes(this.course, solid);
      let rise = Infinity;
      for (let p = 0; p < planes.length; p += 4) {
        if (planes[p + 1]! <= 0) continue;
        rise = Math.min(rise, -this.#distance(solid, planes, p) / planes[p + 1]!);
      }
      this.y += rise + 2 * RULES.skin;
      return true;
    }
    return false;
  }

  #respawn(): void {
    const { checkpoints, spawn } = this.course.world;
    this.#place((checkpoints[this.checkpoint] ?? spawn).position);
  }

  #die(): void {
    this.deaths++;
    this.respawnTicks = RULES.respawnTicks;
    this.vx = 0;
    this.vy = 0;
    this.vz = 0;
    this.ground = NONE;
    this.swimming = false;
  }

  #move(input: Input, isPressed: boolean): void {
    this.#sinceJumpPress = isPressed && !this.#isJumpHeld ? 0 : this.#sinceJumpPress + 1;
    const isReleased = this.#isJumpHeld && !isPressed;
    this.#isJumpHeld = isPressed;
    this.#isBurnt = false;

    this.#gather(0);
    if (this.#isMovingNear && !this.#followMotions()) {
      this.#die();
      return;
    }
    this.#waterDepth = this.#depthInWater();
    this.swimming = this.#waterDepth > RULES.swimDepth;
    if (this.boostTicks > 0) this.boostTicks--;
    this.#accelerate(input);
    this.#jump(isReleased);
    const wasGrounded = this.ground !== NONE;
    this.#moveVertically(wasGrounded);
    this.#slideAndStep(wasGrounded);
    if (!this.swimming && !wasGrounded) this.#fall();
    this.#findGround(wasGrounded);
    this.#touch();
  }

  #groundFlags(): number {
    return this.ground === NONE ? 0 : this.course.flags[this.ground]!;
  }

  #accelerate(input: Input): void {
    const strength = strengthOf(input) / MAX_STRENGTH;
    // Without strength, all directions are the same input.
    const direction = strength > 0 ? 2 * directionOf(input) : 0;
    const speed = this.swimming ? RULES.swimSpeed : this.boostTicks > 0 ? RULES.boostSpeed : RULES.walkSpeed;
    let ax = DIRECTIONS[direction]! * strength * speed - this.vx;
    let az = DIRECTIONS[direction + 1]! * strength * speed - this.vz;
    const change = Math.sqrt(ax * ax + az * az);
    const most = this.#acceleration() * DT;
    if (change > most) {
      ax = (ax * most) / change;
      az = (az * most) / change;
    }
    this.vx += ax;
    this.vz += az;
  }

  #acceleration(): number {
    if ((this.#groundFlags() & FLAG.ice) !== 0) return RULES.iceAcceleration;
    return this.ground !== NONE || this.swimming ? RULES.groundAcceleration : RULES.airAcceleration;
  }

  #jump(isReleased: boolean): void {
    this.#sinceGround = this.ground !== NONE || this.swimming ? 0 : this.#sinceGround + 1;
    const isJumpDue = this.#sinceJumpPress <= RULES.jumpMemory && this.#sinceGround <= RULES.jumpGrace;
    if (isJumpDue && this.vy <= RULES.jumpSpeed * 0.5) {
      this.vy = RULES.jumpSpeed;
      this.#sinceJumpPress = NEVER;
      this.#sinceGround = NEVER;
      this.#isJumping = true;
      this.ground = NONE;
    } else if (isReleased && this.#isJumping) {
      this.vy = Math.min(this.vy, RULES.jumpSpeed * RULES.shortJump);
      this.#isJumping = false;
    }
    if (this.vy <= 0) this.#isJumping = false;
  }

  /** Half of a tick's gravity; the other half follows the movement. */
  #fall(): void {
    this.vy = Math.max(-RULES.maxFallSpeed, this.vy - (RULES.gravity * DT) / 2);
  }

  #moveVertically(wasGrounded: boolean): void {
    if (this.swimming) this.#float();
    // Along the floor.
    else if (wasGrounded && this.vy <= 0) this.vy = -(this.nx * this.vx + this.nz * this.vz) / this.ny;
    else this.#fall();
  }

  /** Deeper water lifts more, or a long fall would go through a shallow pool. */
  #float(): void {
    if (this.vy > RULES.jumpSpeed * 0.6) {
      this.vy -= RULES.gravity * DT;
      return;
    }
    const depth = this.#waterDepth;
    const speed = (depth - RULES.floatDepth) * 6;
    this.vy += Math.max(-60, Math.min(60 + 40 * depth, (speed - this.vy) * 8)) * DT;
  }

  /** Collects the solids that can be met in this tick. `extra` is how far moving blocks can displace the bopi. */
  #gather(extra: number): void {
    const { course } = this;
    const acrossX = Math.abs(this.vx) * DT + 0.8 + extra;
    const acrossZ = Math.abs(this.vz) * DT + 0.8 + extra;
    const down = RULES.stepHeight + 0.3 + extra + Math.max(0, -this.vy * DT);
    const up = RULES.stepHeight + 0.3 + extra + Math.max(0.6, this.vy * DT);
    const { x, y, z } = this;
    const found = course.solids.find(
      NEAR,
      x - acrossX,
      y - down,
      z - acrossZ,
      x + acrossX,
      y + up,
      z + acrossZ,
    );
    this.#near = 0;
    this.#isMovingNear = false;
    let planes = 0;
    for (let k = 0; k < found && planes <= RULES.maxPlanes; k++) {
      const solid = NEAR[k]!;
      const flags = course.flags[solid]!;
      planes += solidPlanes(course, solid).length / 4;
      if ((flags & FLAG.crumble) !== 0) {
        if ((this.#touchedAt?.[solid] ?? 0) !== 0) this.timedAt = this.ticks;
        if (this.#isCrumbled(solid)) continue;
      }
      NEAR[this.#near++] = solid;
      if ((flags & FLAG.moving) !== 0) this.#isMovingNear = true;
    }
    if (this.#isMovingNear) this.timedAt = this.ticks;
    if (planes > RULES.maxPlanes) this.tickWork += planes;
  }

  /** Whether a touched solid is gone. It comes back once no one is in its place. */
  #isCrumbled(solid: number): boolean {
    const touched = this.#touchedAt?.[solid] ?? 0;
    if (touched === 0) return false;
    const age = this.ticks - (touched - 1);
    if (age < RULES.crumbleTicks) return false;
    if (age < ABSENT_TICKS || this.#isInside(solid)) return true;
    if (this.#touchedAt) this.#touchedAt[solid] = 0;
    return false;
  }

  /** How far along its motion a solid is. */
  #motionAt(solid: number, tick: number): number {
    return motionAt(this.course.motion[4 * solid + 3]!, tick);
  }

  /** Whether the hull is inside a solid. */
  #isInside(solid: number): boolean {
    const planes = solidPlanes(this.course, solid);
    for (let p = 0; p < planes.length; p += 4) if (this.#distance(solid, planes, p) > -TOUCHING) return false;
    return true;
  }

  /** The distance from a solid's half-space, where the solid is in this tick. */
  #distance(solid: number, planes: Float64Array, p: number): number {
    const { flags, motion } = this.course;
    const along = (flags[solid]! & FLAG.moving) !== 0 ? this.#motionAt(solid, this.tick) : 0;
    return (
      planes[p]! * (this.x - motion[4 * solid]! * along) +
      planes[p + 1]! * (this.y - motion[4 * solid + 1]! * along) +
      planes[p + 2]! * (this.z - motion[4 * solid + 2]! * along) -
      planes[p + 3]!
    );
  }

  /**
   * Moves the hull from p to q until it meets a solid other than `except`; returns the share of the way, and leaves the
   * solid and its normal in `#hit…`. Solids that it is inside of don't count.
   */
  #sweep(px: number, py: number, pz: number, qx: number, qy: number, qz: number, except = NONE): number {
    const { flags, motion } = this.course;
    let nearest = 1;
    this.#hit = NONE;
    for (let k = 0; k < this.#near; k++) {
      const solid = NEAR[k]!;
      const kind = flags[solid]!;
      if ((kind & FLAG.water) !== 0 || solid === except) continue;
      let x = px;
      let y = py;
      let z = pz;
      if ((kind & FLAG.moving) !== 0) {
        const along = this.#motionAt(solid, this.tick);
        x -= motion[4 * solid]! * along;
        y -= motion[4 * solid + 1]! * along;
        z -= motion[4 * solid + 2]! * along;
      }
      nearest = this.#sweepSolid(solid, x, y, z, qx - px, qy - py, qz - pz, nearest);
    }
    return nearest;
  }

  /** The share of a way up to a solid, if that is less than `nearest`. Coordinates are relative to its motion. */
  #sweepSolid(
    solid: number,
    x: number,
    y: number,
    z: number,
    dx: number,
    dy: number,
    dz: number,
    nearest: number,
  ): number {
    const planes = solidPlanes(this.course, solid);
    let enter = -1;
    let leave = 1;
    let at = -1;
    let isOutside = false;
    let p = 0;
    for (; p < planes.length; p += 4) {
      const nx = planes[p]!;
      const ny = planes[p + 1]!;
      const nz = planes[p + 2]!;
      const distance = nx * x + ny * y + nz * z - planes[p + 3]!;
      const approach = nx * dx + ny * dy + nz * dz;
      if (distance > -TOUCHING) {
        isOutside = true;
        if (approach >= 0) break;
        // Closer than the skin is a hit at once, or slow movements would sink in.
        const share = Math.max(0, (distance - RULES.skin) / -approach);
        if (share > enter) {
          enter = share;
          at = p;
        }
      } else if (approach > 0) {
        const share = (RULES.skin - distance) / approach;
        if (share < leave) leave = share;
      }
      if (enter > leave) break;
    }
    this.tickWork += p / 4 + 1;
    if (p < planes.length || !isOutside || at < 0 || enter >= nearest) return nearest;
    this.#hit = solid;
    this.#hitX = planes[at]!;
    this.#hitY = planes[at + 1]!;
    this.#hitZ = planes[at + 2]!;
    this.#hitLimit = planes[at + 3]!;
    return enter;
  }

  /** Moves for a tick, sliding along what is met. Returns whether anything was. */
  #slide(): boolean {
    const startX = this.vx;
    const startY = this.vy;
    const startZ = this.vz;
    let left = 1;
    let met = 0;
    for (let bump = 0; bump < MAX_BUMPS && left > 0; bump++) {
      const dx = this.vx * DT * left;
      const dy = this.vy * DT * left;
      const dz = this.vz * DT * left;
      const share = this.#sweep(this.x, this.y, this.z, this.x + dx, this.y + dy, this.z + dz);
      this.x += dx * share;
      this.y += dy * share;
      this.z += dz * share;
      if (this.#hit === NONE) break;
      left -= left * share;
      if ((this.course.flags[this.#hit]! & FLAG.lava) !== 0) this.#isBurnt = true;
      MET[3 * met] = this.#hitX;
      MET[3 * met + 1] = this.#hitY;
      MET[3 * met + 2] = this.#hitZ;
      met++;
      if (this.#clip(met, startX, startY, startZ)) continue;
      this.vx = 0;
      this.vy = 0;
      this.vz = 0;
      break;
    }
    return met > 0;
  }

  /** Turns the velocity along all surfaces met so far, or along the edge between two. Returns false in a corner. */
  #clip(met: number, x: number, y: number, z: number): boolean {
    for (let i = 0; i < met; i++) {
      const nx = MET[3 * i]!;
      const ny = MET[3 * i + 1]!;
      const nz = MET[3 * i + 2]!;
      // Slightly away from the surface, or rounding would end the next sweep where it begins.
      const into = (x * nx + y * ny + z * nz) * 1.001;
      this.vx = x - nx * into;
      this.vy = y - ny * into;
      this.vz = z - nz * into;
      if (this.#leavesAll(met, i)) return true;
    }
    if (met !== 2) return false;
    const ex = MET[1]! * MET[5]! - MET[2]! * MET[4]!;
    const ey = MET[2]! * MET[3]! - MET[0]! * MET[5]!;
    const ez = MET[0]! * MET[4]! - MET[1]! * MET[3]!;
    const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
    if (length < 1e-9) return false;
    const along = (ex * x + ey * y + ez * z) / (length * length);
    this.vx = ex * along;
    this.vy = ey * along;
    this.vz = ez * along;
    return true;
  }

  /** Whether the velocity leads into none of the surfaces met, except surface `i`. */
  #leavesAll(met: number, i: number): boolean {
    for (let j = 0; j < met; j++) {
      if (j === i) continue;
      if (this.vx * MET[3 * j]! + this.vy * MET[3 * j + 1]! + this.vz * MET[3 * j + 2]! < -1e-9) return false;
    }
    return true;
  }

  /** Slides; a grounded bopi that meets something tries the same from a step higher. */
  #slideAndStep(wasGrounded: boolean): void {
    const { x, y, z, vx, vy, vz } = this;
    if (!this.#slide() || !wasGrounded) return;
    const { x: slidX, y: slidY, z: slidZ, vx: slidVx, vy: slidVy, vz: slidVz } = this;
    const up = this.#sweep(x, y, z, x, y + RULES.stepHeight, z) * RULES.stepHeight;
    this.x = x;
    this.y = y + up;
    this.z = z;
    this.vx = vx;
    this.vy = Math.max(0, vy);
    this.vz = vz;
    this.#slide();
    const down = this.y - y + 2 * RULES.skin;
    const share = this.#sweep(this.x, this.y, this.z, this.x, this.y - down, this.z);
    const isFloor = this.#hit !== NONE && this.#hitY >= RULES.walkableNormal;
    const isFurther = squaredDistance(this.x - x, this.z - z) > squaredDistance(slidX - x, slidZ - z) + 1e-6;
    if (up > 0 && isFloor && isFurther) {
      this.y -= down * share;
      this.vy = Math.min(0, slidVy);
      return;
    }
    this.x = slidX;
    this.y = slidY;
    this.z = slidZ;
    this.vx = slidVx;
    this.vy = slidVy;
    this.vz = slidVz;
  }

  #findGround(wasGrounded: boolean): void {
    const fallSpeed = this.vy;
    const far = wasGrounded ? RULES.stepHeight : LANDING;
    const share = this.#sweep(this.x, this.y, this.z, this.x, this.y - far, this.z);
    const away = this.vx * this.#hitX + this.vy * this.#hitY + this.vz * this.#hitZ;
    if (this.#hit === NONE || this.#hitY < RULES.walkableNormal || away > LEAVING_SPEED) {
      this.ground = NONE;
      return;
    }
    this.y -= far * share;
    this.ground = this.#hit;
    this.nx = this.#hitX;
    this.ny = this.#hitY;
    this.nz = this.#hitZ;
    if (fallSpeed <= 0) this.vy = 0;
    this.#landOn(this.ground);
  }

  #landOn(solid: number): void {
    const flags = this.course.flags[solid]!;
    if ((flags & FLAG.lava) !== 0) this.#isBurnt = true;
    if ((flags & FLAG.boost) !== 0) this.boostTicks = RULES.boostTicks;
    if ((flags & FLAG.crumble) !== 0) this.#startCrumbling(solid);
    if ((flags & FLAG.bounce) === 0) return;
    this.vy = RULES.bounceSpeed;
    this.#isJumping = false;
    this.ground = NONE;
  }

  #startCrumbling(solid: number): void {
    this.#touchedAt ??= new Int32Array(this.course.blockOf.length);
    if (this.#touchedAt[solid] !== 0) return;
    this.#touchedAt[solid] = this.ticks + 1;
    this.timedAt = this.ticks;
  }

  /** Carries the bopi with the block underfoot and pushes it out of others. Returns false if it was crushed. */
  #followMotions(): boolean {
    const reach = this.#longestMotion();
    if (reach > 0.4) this.#gather(2 * reach);
    const { x, y, z } = this;
    if ((this.#groundFlags() & FLAG.moving) !== 0) this.#carry(this.ground);
    for (let k = 0; k < this.#near; k++) {
      const flags = this.course.flags[NEAR[k]!]!;
      if ((flags & FLAG.moving) === 0 || (flags & FLAG.water) !== 0) continue;
      if (!this.#pushOut(NEAR[k]!)) return false;
    }
    return (this.x === x && this.y === y && this.z === z) || !this.#isCrushed(x, y, z);
  }

  /** The longest way of a moving block nearby in this tick. */
  #longestMotion(): number {
    const { flags, motion } = this.course;
    let longest = 0;
    for (let k = 0; k < this.#near; k++) {
      const solid = NEAR[k]!;
      if ((flags[solid]! & FLAG.moving) === 0) continue;
      const by = Math.abs(this.#motionAt(solid, this.tick) - this.#motionAt(solid, this.tick - 1));
      for (let axis = 0; axis < 3; axis++)
        longest = Math.max(longest, by * Math.abs(motion[4 * solid + axis]!));
    }
    return longest;
  }

  #carry(solid: number): void {
    const { motion } = this.course;
    const by = this.#motionAt(solid, this.tick) - this.#motionAt(solid, this.tick - 1);
    const dx = motion[4 * solid]! * by;
    const dy = motion[4 * solid + 1]! * by;
    const dz = motion[4 * solid + 2]! * by;
    const share = this.#sweep(this.x, this.y, this.z, this.x + dx, this.y + dy, this.z + dz, solid);
    this.x += dx * share;
    this.y += dy * share;
    this.z += dz * share;
  }

  /** Moves the bopi out of the way of a moving solid. Returns false if something else is in the way. */
  #pushOut(solid: number): boolean {
    const { motion } = this.course;
    const [mx, my, mz] = [motion[4 * solid]!, motion[4 * solid + 1]!, motion[4 * solid + 2]!];
    const now = this.#motionAt(solid, this.tick);
    const by = now - this.#motionAt(solid, this.tick - 1);
    const x = this.x - mx * now;
    const y = this.y - my * now;
    const z = this.z - mz * now;
    const planes = solidPlanes(this.course, solid);
    let depth = Number.NEGATIVE_INFINITY;
    let at = -1;
    for (let p = 0; p < planes.length; p += 4) {
      const distance = planes[p]! * x + planes[p + 1]! * y + planes[p + 2]! * z - planes[p + 3]!;
      if (distance <= depth) continue;
      depth = distance;
      at = p;
    }
    this.tickWork += planes.length / 4;
    const isInside = depth < 0;
    const isFast = Math.abs(mx * by) + Math.abs(my * by) + Math.abs(mz * by) > FAST_MOTION;
    if (!isInside && !isFast) return true;
    // The side from which the block came, relative to the bopi.
    this.#hit = NONE;
    this.#sweepSolid(solid, x + mx * by, y + my * by, z + mz * by, -mx * by, -my * by, -mz * by, 1);
    if (this.#hit !== NONE) {
      const distance = this.#hitX * x + this.#hitY * y + this.#hitZ * z - this.#hitLimit;
      return this.#push(solid, this.#hitX, this.#hitY, this.#hitZ, RULES.skin - distance);
    }
    if (!isInside) return true;
    if (depth < -MAX_PUSH) return false;
    return this.#push(solid, planes[at]!, planes[at + 1]!, planes[at + 2]!, RULES.skin - depth);
  }

  #push(solid: number, nx: number, ny: number, nz: number, by: number): boolean {
    const x = this.x + nx * by;
    const y = this.y + ny * by;
    const z = this.z + nz * by;
    if (this.#sweep(this.x, this.y, this.z, x, y, z, solid) < 0.999) return false;
    this.x = x;
    this.y = y;
    this.z = z;
    return true;
  }

  /** Whether a move by blocks led from p into a solid. */
  #isCrushed(px: number, py: number, pz: number): boolean {
    for (let k = 0; k < this.#near; k++) {
      const solid = NEAR[k]!;
      const flags = this.course.flags[solid]!;
      if ((flags & FLAG.water) !== 0 || !this.#isInside(solid)) continue;
      if ((flags & FLAG.moving) !== 0 || !this.#wasInside(solid, px, py, pz)) return true;
    }
    return false;
  }

  #wasInside(solid: number, px: number, py: number, pz: number): boolean {
    const { x, y, z } = this;
    this.x = px;
    this.y = py;
    this.z = pz;
    const wasInside = this.#isInside(solid);
    this.x = x;
    this.y = y;
    this.z = z;
    return wasInside;
  }

  #depthInWater(): number {
    const { flags, motion, solids } = this.course;
    let depth = 0;
    for (let k = 0; k < this.#near; k++) {
      const solid = NEAR[k]!;
      if ((flags[solid]! & FLAG.water) === 0 || !this.#isInside(solid)) continue;
      // The box around a moving block includes its motion.
      const by = motion[4 * solid + 1]!;
      const isMoving = (flags[solid]! & FLAG.moving) !== 0;
      const top = solids.boxes[6 * solid + 4]! - Math.max(0, by);
      depth = Math.max(depth, top + (isMoving ? by * this.#motionAt(solid, this.tick) : 0) - this.y);
    }
    return depth;
  }

  #touch(): void {
    const { course } = this;
    if (this.#isBurnt || this.y < course.fallLine || this.#findAt(course.hazards) > 0) {
      this.#die();
      return;
    }
    this.#collectStars();
    if (this.ground !== NONE) this.#reachCheckpoint();
    const { goal } = course.world;
    if (this.clearedAt > 0 || this.starsLeft > 0) return;
    if (goal ? this.#reaches(goal.position) : this.stars.length > 0) this.clearedAt = this.ticks;
  }

  /** Writes the items around the bopi's origin to `REACHED`; returns their number. */
  #findAt(tree: Course["hazards"]): number {
    const { x, y, z } = this;
    const count = tree.find(REACHED, x, y, z, x, y, z);
    this.tickWork += count;
    return count;
  }

  #collectStars(): void {
    if (this.starsLeft === 0) return;
    const count = this.#findAt(this.course.stars);
    for (let i = 0; i < count; i++) {
      const star = REACHED[i]!;
      if (this.stars[star] === 1 || !this.#reaches(this.course.world.stars[star]!.position)) continue;
      this.stars[star] = 1;
      this.starsLeft--;
    }
  }

  /** Of several checkpoints within reach, the one reached first stays. */
  #reachCheckpoint(): void {
    const { checkpoints } = this.course.world;
    const count = this.#findAt(this.course.checkpoints);
    let reached = NONE;
    for (let i = 0; i < count; i++) {
      const checkpoint = REACHED[i]!;
      if (!this.#reaches(checkpoints[checkpoint]!.position)) continue;
      if (checkpoint === this.checkpoint) return;
      if (reached === NONE) reached = checkpoint;
    }
    if (reached !== NONE) this.checkpoint = reached;
  }

  /** Whether a point is within reach of the hull. */
  #reaches([x, y, z]: Vec3): boolean {
    const dx = x - this.x;
    const dz = z - this.z;
    const top = this.y + RULES.height;
    const dy = y < this.y ? this.y - y : y > top ? y - top : 0;
    const far = RULES.reach + RULES.radius;
    return dx * dx + dy * dy + dz * dz <= far * far;
  }
}

const squaredDistance = (dx: number, dz: number): number => dx * dx + dz * dz;

const NUMBERS = new Float64Array(8);
const WORDS = new Int32Array(NUMBERS.buffer);

/** Mixes a runner's state into a 32-bit hash (FNV-1a by words) that changes with every bit of it. */
export function hashState(hash: number, runner: Runner): number {
  NUMBERS[0] = runner.x;
  NUMBERS[1] = runner.y;
  NUMBERS[2] = runner.z;
  NUMBERS[3] = runner.vx;
  NUMBERS[4] = runner.vy;
  NUMBERS[5] = runner.vz;
  NUMBERS[6] = runner.ground * 65_536 + runner.starsLeft;
  NUMBERS[7] = runner.deaths * 65_536 + runner.boostTicks * 256 + runner.respawnTicks;
  let mixed = hash;
  for (const word of WORDS) mixed = Math.imul(mixed ^ word, 16_777_619);
  return mixed >>> 0;
}
