// `npm run runtime -- <folder>`: copies what a server runs, and nothing else, into an empty folder: the build, its
// packages, the migrations and the commands of the database. The copy needs only Node. The container image contains it.

import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { nodeFileTrace } from '@vercel/nft'
import { isBuilt } from './build-key.mjs'
import { read, root } from './install.mjs'

/** Folders that are copied as they are. Next reads its build by path, and pages the samples. */
const folders = ['.next', '.server', 'db/migrations', 'examples/erp', 'examples/mini-program', 'public']

/** Records of the build that no server reads. */
const unread = /^\.next\/(?:(?:build|cache|diagnostics|node_modules|turbopack|types)(?:\/|$)|trace)|\.nft\.json$|\.map$/

/** Parts of Next for development and builds. Next's own list of the files of a server leaves them out as well. */
const toolsOfNext = [
  'node_modules/next/dist/build/{webpack,swc,turborepo*}/**',
  'node_modules/next/dist/server/dev/**',
  'node_modules/next/dist/compiled/{webpack,babel*,@babel,terser,postcss*,cssnano*,@swc,schema-utils*}/**',
  'node_modules/{@swc,@next,typescript,sass,webpack,caniuse-lite,next-intl/node_modules}/**',
]

/** Returns the files in a list that the build wrote for a page, relative to the project. */
const listedIn = (list) =>
  JSON.parse(readFileSync(resolve(root, list), 'utf8')).files.map((file) =>
    relative(root, resolve(root, dirname(list), file)),
  )

/**
 * Whether a file belongs to a package that only development needs. Some packages try to load such a package, but work
 * without it.
 */
function isOfDevelopment(file) {
  const [name] = /^node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(file) ?? []
  return lock.packages[name]?.dev === true
}

const lock = JSON.parse(read('package-lock.json'))

const filesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))

/** Returns every file that a server may read. */
async function runtimeFiles() {
  const lists = [
    '.next/next-server.js.nft.json',
    ...filesIn('.next/server').filter((file) => file.endsWith('.nft.json')),
  ]
  const own = [...filesIn('lib').filter((file) => file.endsWith('-worker.mjs')), 'scripts/start.cjs', 'package.json']
  const starts = [...own, ...filesIn('.server'), 'node_modules/next/dist/server/next.js']
  const traced = await nodeFileTrace(
    starts.map((file) => join(root, file)),
    { base: root, ignore: toolsOfNext },
  )
  const packages = [...lists.flatMap(listedIn), ...traced.fileList]
    // Next's build names packages by links; each file is copied once, where it really is.
    .map((file) => relative(root, realpathSync(join(root, file))))
    .filter((file) => file.startsWith('node_modules/') && !isOfDevelopment(file))
  const ofWorkers = [...traced.fileList].filter((file) => file.startsWith('lib/'))
  const files = [...folders.flatMap(filesIn), ...own, ...ofWorkers, ...packages]
  return [...new Set(files)].filter((file) => !unread.test(file) && lstatSync(join(root, file)).isFile())
}

/** Returns the symbolic links to packages in Next's build. */
const linksOfBuild = () => filesIn('.next/node_modules').filter((file) => lstatSync(join(root, file)).isSymbolicLink())

/**
 * Returns the license and the notices of every package that the build or the server uses. Some licenses, such as that
 * of libvips, require that every copy of the package comes with its license.
 */
function notices() {
  const used = Object.entries(lock.packages).filter(
    ([path, { dev, devOptional }]) => path && !dev && !devOptional && existsSync(join(root, path, 'package.json')),
  )
  return used.map(([path, { version, license }]) => {
    const texts = readdirSync(join(root, path))
      .filter((name) => /^(?:licen[cs]e|notice|copying)/i.test(name) && statSync(join(root, path, name)).isFile())
      .map((name) => read(join(path, name)).trim())
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return [`${name} ${version}: ${license ?? 'see below'}`, ...texts].join('\n\n')
  })
}

const target = process.argv[2]
if (!target) throw new Error('Give an empty folder: npm run runtime -- <folder>')
if (existsSync(target) && readdirSync(target).length > 0) throw new Error(`${target} is not empty.`)
if (!isBuilt()) throw new Error('There is no build of the present files: run npm run build first.')

let size = 0
const files = await runtimeFiles()
for (const file of files) {
  const place = join(target, file)
  mkdirSync(dirname(place), { recursive: true })
  cpSync(join(root, file), place)
  size += statSync(place).size
}
writeFileSync(join(target, 'NOTICES.txt'), `${notices().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`)
for (const link of linksOfBuild()) cpSync(join(root, link), join(target, link), { verbatimSymlinks: true })
console.log(`${files.length} files, ${(size / 1e6).toFixed(0)} MB in ${target}`)
