// Completes package-lock.json: `node scripts/complete-lock.mjs`, after every change of the dependencies.
//
// npm leaves optional packages of other platforms out of the lock file if the registry (a mirror) does not have them,
// or if node_modules existed already. `npm ci` then refuses the lock file on every machine. This script adds an entry
// for each of these packages, with the platform derived from its name: it needs no network, and the result is the same
// everywhere. The script also removes the `resolved` URLs, so that the lock file works with any registry.

import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
const packages = lock.packages

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = 'arm arm64 ia32 loong64 mips64el mipsel ppc64 riscv64 s390x wasm32 x64'.split(' ')

/** Returns os, cpu and libc from a name like `@scope/tool-linux-arm64-musl`. */
function platform(name) {
  const words = name.replace('windows', 'win32').replace('linuxmusl', 'linux-musl').split(/[-/]/)
  const os = words.find((word) => systems.includes(word))
  const cpu = words.findLast((word) => processors.includes(word))
  if (!os && cpu !== 'wasm32') {
    throw new Error(
      `${name} is not in package-lock.json and its name does not say for which platform it is: add it by hand.`,
    )
  }
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => /^(gnu|glibc)/.test(word))
      ? 'glibc'
      : undefined
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }) }
}

/** Returns the path under which the package at `from` finds `name`, by Node's rules; undefined if there is none. */
function find(from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`
    if (packages[path]) return path
    if (!folder) return undefined
  }
}

let added = 0
for (const [from, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
  for (const [name, range] of Object.entries(optionalDependencies)) {
    const [, exact, version] = /^([\^~]?)(\d+\.\d+\.\d\S*)$/.exec(range) ?? []
    const found = find(from, name)
    // Ranges (^, ~) are checked by npm; an exact version must match.
    if (found && (exact !== '' || packages[found].version === version)) continue
    if (!version) throw new Error(`${name}@${range}, wanted by ${from}, is not in package-lock.json: add it by hand.`)
    // At the top level, or nested in its owner when the top level has another version.
    const path = found ? `${from}/node_modules/${name}` : `node_modules/${name}`
    packages[path] = { version, ...platform(name), ...(dev && { dev }), optional: true }
    added++
  }
}

let stripped = 0
for (const entry of Object.values(packages)) {
  if (!entry.resolved?.startsWith('http')) continue
  delete entry.resolved
  stripped++
}

lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`package-lock.json: ${added} platform packages added, ${stripped} registry URLs removed`)
