import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DockerfileParser, type Instruction } from 'dockerfile-ast'
import { z } from 'zod'

/** A stage of a Dockerfile. `folder` contains the files of the stage and stands for the root of its file system. */
export interface Stage {
  folder: string
  /** The working directory in the image: WORKDIR in the Dockerfile. */
  workdir: string
  env: Record<string, string>
  user: number | undefined
  volumes: string[]
  stop_signal: string
  command: string[]
  healthcheck: string[]
}

interface Options {
  /** The empty folder in which the files of the stages are written. */
  folder: string
  /** The environment variables of every step, in addition to the variables in the Dockerfile. */
  env: Record<string, string>
  arguments: Record<string, string>
  /** The paths of the files in the build context, relative to the working directory. */
  context: string[]
}

/** Parses a command that the Dockerfile writes as a list, such as `["node", "x.js"]`. */
const commandOf = (text: string): string[] => z.array(z.string()).parse(JSON.parse(text))

/** Parses the arguments of an ENV instruction, such as `A=1 B=2`. Quotes are not supported. */
const pairsOf = (instruction: Instruction) =>
  (instruction.getArgumentsContent() ?? '').split(/\s+/).map((pair) => {
    const [name = '', value = ''] = pair.split('=', 2)
    return [name, value] as const
  })

/**
 * Carries out the steps of a Dockerfile in folders, without Docker. Supports the instructions that the Dockerfile of
 * this project uses, and commands with relative paths. The base images are not used: commands run with the programs of
 * this machine. Returns the last stage. Throws if a step fails, or if an instruction is not supported.
 */
export function layOut(file: string, { folder, env, arguments: given, context }: Options): Stage {
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  for (const instruction of DockerfileParser.parse(readFileSync(file, 'utf8')).getInstructions()) {
    const content = instruction.getArgumentsContent() ?? ''
    if (instruction.getKeyword() === 'FROM') {
      const name = / AS (\w+)$/.exec(content)?.[1] ?? 'last'
      stage = {
        folder: join(folder, name),
        workdir: '/',
        env: {},
        user: undefined,
        volumes: [],
        stop_signal: 'SIGTERM',
        command: [],
        healthcheck: [],
      }
      stages.set(name, stage)
    } else if (stage) step(stage, instruction, content)
  }
  if (!stage) throw new Error(`${file} has no stage.`)
  return stage

  function step(one: Stage, instruction: Instruction, content: string): void {
    const at = (path: string) => join(one.folder, path.startsWith('/') ? path : join(one.workdir, path))
    const keyword = instruction.getKeyword()
    if (keyword === 'WORKDIR') {
      one.workdir = content
      mkdirSync(at('.'), { recursive: true })
    } else if (keyword === 'COPY') copy(content.split(' '), instruction.toString(), at)
    else if (keyword === 'ARG')
      Object.assign(one.env, given[content] === undefined ? {} : { [content]: given[content] })
    else if (keyword === 'ENV') {
      for (const [name, value] of pairsOf(instruction)) one.env[name] = value.startsWith('/') ? at(value) : value
    } else if (keyword === 'RUN') {
      // Without NODE_ENV, which an image sets last, because npm would not install what the build needs.
      const ran = spawnSync('env', ['-u', 'NODE_ENV', 'sh', '-ec', content], {
        cwd: at('.'),
        env: { NODE_ENV: 'production', ...env, ...one.env },
        encoding: 'utf8',
      })
      if (ran.status !== 0) throw new Error(`RUN ${content} failed (${ran.status}):\n${ran.stdout}${ran.stderr}`)
    } else if (keyword === 'VOLUME') one.volumes.push(at(content))
    else if (keyword === 'USER') one.user = Number(content)
    else if (keyword === 'STOPSIGNAL') one.stop_signal = content
    else if (keyword === 'HEALTHCHECK') one.healthcheck = commandOf(content.replace(/^(?:--\S+ )*CMD /, ''))
    else if (keyword === 'CMD') one.command = commandOf(content)
    else if (keyword !== 'EXPOSE') throw new Error(`${keyword} is not known to tools/image.`)
  }

  function copy(paths: string[], line: string, at: (path: string) => string): void {
    const from = /--from=(\w+)/.exec(line)?.[1]
    const [target = '', ...sources] = [...paths].reverse()
    for (const source of sources) {
      const root = from === undefined ? undefined : stages.get(from)?.folder
      if (root) cpSync(join(root, source), at(target), { recursive: true, verbatimSymlinks: true })
      else
        for (const name of context.filter((name) => source === '.' || name === source)) {
          const place = join(at(target), name)
          mkdirSync(dirname(place), { recursive: true })
          cpSync(name, place)
        }
    }
  }
}
