import type { Interface } from '../endpoint/interface'
import type { OpenApiDocument } from './openapi-document'

const reference = /"#\/components\/(\w+\/[^"]+)"/g

/** The operations of one interface, with only the tags and components that they use. */
export function partOf({ info, tags, paths, webhooks, components, ...rest }: OpenApiDocument, { prefix }: Interface) {
  const kept = Object.entries(paths).filter(([path]) => path.startsWith(`${prefix}/`))
  const operations = kept.flatMap(([, verbs]) => Object.values(verbs))
  const known = new Map<string, unknown>(
    Object.entries(components).flatMap(([kind, all]) =>
      Object.entries(all).map(([name, component]): [string, unknown] => [`${kind}/${name}`, component]),
    ),
  )
  const used = new Set(
    operations.flatMap(({ security }) => security.flatMap(Object.keys)).map((name) => `securitySchemes/${name}`),
  )
  const visit = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(reference)) {
      if (used.has(name)) continue
      used.add(name)
      visit(known.get(name))
    }
  }
  const hasTag = (name: string) => operations.some((one) => one.tags.includes(name))
  const sent = Object.entries(webhooks ?? {}).filter(([, { post }]) => post.tags.every(hasTag))
  visit([operations, sent])
  const only = <Component>(kind: keyof typeof components, all: Record<string, Component>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => used.has(`${kind}/${name}`)))
  const part: OpenApiDocument = {
    ...rest,
    info: { ...info, title: `${info.title} ${prefix}` },
    tags: tags.filter(({ name }) => hasTag(name)),
    paths: Object.fromEntries(kept),
    ...(sent.length > 0 && { webhooks: Object.fromEntries(sent) }),
    components: {
      schemas: only('schemas', components.schemas),
      responses: only('responses', components.responses),
      examples: only('examples', components.examples),
      headers: only('headers', components.headers),
      securitySchemes: only('securitySchemes', components.securitySchemes),
    },
  }
  return part
}
