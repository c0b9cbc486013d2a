import { failureType, type Listed, type Module, modulesOf } from '@/components/docs/operations'
import { isCms, moduleHref } from '@/components/docs/places'
import type { Answer, Content, OpenApiDocument, Parameter } from '@/lib/kit/api/document/openapi-document'
import { problemExample } from '@/lib/kit/api/document/problem-example'
import { problemCodes, problems } from '@/lib/kit/api/endpoint/problem'
import { problemHelp } from '@/lib/kit/api/endpoint/problem-document'

/* The API reference for programs that read, in English, from the same values as the pages. */

const linesOf = (...lines: (string | undefined | false)[]) =>
  lines.filter((line) => line !== undefined && line !== false)

const json = (value: unknown) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``

const descriptionOf = ({ tags }: OpenApiDocument, { name }: Module) =>
  tags.find((tag) => tag.name === name)?.description ?? ''

/** The index of all pages, in the form of llmstxt.org. */
export function llmsIndex(document: OpenApiDocument): string {
  const origin = document.servers[0]?.url ?? ''
  const modules = modulesOf(document)
  const linksOf = (ofCms: boolean) =>
    modules
      .filter(({ name }) => isCms(name) === ofCms)
      .map(
        (module) =>
          `- [${module.name}](${origin}${markdownHref(moduleHref(module.name))}): ${descriptionOf(document, module)}`,
      )
  return linesOf(
    `# ${document.info.title}`,
    '',
    '> A shop with an interface for its clients, under /v1, and one for its staff and programs, under /cms.',
    '',
    'Amounts are integers in fen, times are ISO 8601 in UTC. Read the introduction first. Agents with an API key call the',
    `same operations as tools, by the Model Context Protocol at ${origin}/mcp.`,
    '',
    '## Rules',
    '',
    `- [Introduction](${origin}${markdownHref('/docs/introduction')}): authentication, errors, repetitions, lists, limits, versions`,
    `- [Errors](${origin}${markdownHref('/docs/errors')}): every code, and what to do about it`,
    '',
    '## Client interface',
    '',
    ...linksOf(false),
    '',
    '## Admin interface',
    '',
    ...linksOf(true),
    '',
    '## Optional',
    '',
    `- [OpenAPI document of clients](${origin}/docs/openapi.v1.json)`,
    `- [OpenAPI document of the admin](${origin}/docs/openapi.cms.json)`,
    `- [Guide](${origin}/docs/guide): a mini-program, generated clients, an ERP and an agent`,
    '',
  ).join('\n')
}

const markdownHref = (href: string) => `${href.replace('/docs', '/docs/markdown')}.md`

/** `path`: of a page, such as `v1/order`. undefined: there is no such page. */
export function markdownOf(document: OpenApiDocument, path: string): string | undefined {
  if (path === 'introduction') return `# Introduction\n\n${document.info.description}\n`
  if (path === 'errors') return errorsPage()
  const module = modulesOf(document).find(({ name }) => moduleHref(name) === `/docs/${path}`)
  return module && modulePage(document, module)
}

const errorsPage = () =>
  [
    '# Errors',
    '',
    `Every failure is a ${failureType}: application/problem+json (RFC 9457) with one of these codes.`,
    ...problemCodes.flatMap((code) => [
      '',
      `## ${code}`,
      '',
      `${problems[code].status} ${problems[code].title}. ${problemHelp[code]}`,
      '',
      json(problemExample(code)),
    ]),
    '',
  ].join('\n')

const modulePage = (document: OpenApiDocument, module: Module) =>
  [
    `# ${module.name}`,
    '',
    descriptionOf(document, module),
    ...module.operations.flatMap(operationPart),
    ...(module.types.length > 0 ? ['', '## Types', '', 'As JSON schemas.'] : []),
    ...module.types.flatMap(([name, schema]) => ['', `### ${name}`, '', json(schema)]),
    '',
  ].join('\n')

function operationPart({ id, method, path, operation }: Listed): string[] {
  const { summary, description, parameters = [], requestBody, responses, deprecated } = operation
  const further = operation['x-additional-permissions']
  return linesOf(
    '',
    `## ${summary}`,
    '',
    `\`${method} ${path}\`, operationId \`${id}\``,
    '',
    deprecated && 'Deprecated.',
    `Access: ${operation['x-permission'] ?? operation['x-access']}${further ? `; also ${further.join(', ')}` : ''}`,
    ...(description ? ['', description] : []),
    ...(parameters.length > 0 ? ['', '### Parameters', '', ...parameters.map(parameterLine)] : []),
    ...(requestBody ? ['', '### Body', ...contentPart(requestBody.content)] : []),
    '',
    '### Answers',
    ...Object.entries(responses).flatMap(([status, answer]) => ('$ref' in answer ? [] : answerPart(status, answer))),
    '',
    ...Object.entries(responses).flatMap(([status, answer]) =>
      '$ref' in answer ? [`- ${status}: ${codesOf(answer.$ref)}`] : [],
    ),
  )
}

/** The last part of a reference is the codes, with dots between them. */
const codesOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1).replaceAll('.', ', ')

const parameterLine = ({ name, in: place, required, description, schema }: Parameter) =>
  `- \`${name}\` (${place}${required ? ', required' : ''}): ${description ? `${description} ` : ''}\`${JSON.stringify(schema)}\``

const answerPart = (status: string, { description, content }: Answer) => [
  '',
  `${status}: ${description}`,
  ...contentPart(content ?? {}),
]

const contentPart = (content: Record<string, Content>) =>
  Object.entries(content).flatMap(([type, { schema, example }]) => [
    '',
    `${type}:`,
    '',
    json(schema),
    ...(example === undefined ? [] : ['', 'For example:', '', json(example)]),
  ])
