import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import classes from '@/components/docs/api-reference.module.css'
import { CopyButton } from '@/components/docs/copy-button'
import { modulesOf } from '@/components/docs/operations'
import { PageHead } from '@/components/docs/page-head'
import { Panel } from '@/components/docs/panel'
import { moduleHref } from '@/components/docs/places'
import { ValueTable } from '@/components/docs/value-table'
import { cancelReasons, orderActions } from '@/db/enums'
import { listBanners } from '@/lib/banner/endpoints'
import { corsRequestHeaders, corsResponseHeaders } from '@/lib/kit/api/run/response'
import { customerActions } from '@/lib/order/schema'
import { transitions } from '@/lib/order/status'
import { paymentFaults } from '@/lib/platform/sandbox/faults'
import { controlActions } from '@/lib/platform/sandbox/schema'
import { call } from '@/lib/server/next/call'
import { serverDocument } from '../document'
import { archiveHref, readSample, type Sample } from '../samples'
import { erpWork, generators, type guideSections, wechatGroups } from './sections'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('docs.guide')
  return { title: t('title'), description: t('description') }
}

export default async function GuidePage() {
  const t = await getTranslations('docs.guide')
  const origin = serverDocument().servers[0]?.url ?? ''
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <Requests origin={origin} />
      <Banners />
      <OrderValues />
      <Sandbox origin={origin} />
      <Wechat origin={origin} />
      <Cors />
      <Clients origin={origin} />
      <Erp />
      <Agents origin={origin} />
    </>
  )
}

const Section = ({
  id,
  title,
  children,
}: {
  id: (typeof guideSections)[number]
  title: string
  children: ReactNode
}) => (
  <section id={id} className={classes.guide} aria-labelledby={`${id}.title`}>
    <h2 id={`${id}.title`}>{title}</h2>
    {children}
  </section>
)

const p = (text: ReactNode) => <p>{text}</p>
const code = (text: ReactNode) => <code>{text}</code>
const to = (href: string) => (text: ReactNode) => (
  <Link href={href} prefetch={false}>
    {text}
  </Link>
)
const archive = (sample: Sample) => (text: ReactNode) => <a href={archiveHref(sample)}>{text}</a>

/** `operationId`s by action of an order. */
const requestOf = {
  pay: 'createPreOrder',
  readdress: 'readdressOrder',
  cancel: 'cancelOrder',
  confirm: 'confirmOrder',
  after_sale: 'requestAfterSale',
  invoice: 'createInvoice',
  remove: 'deleteOrder',
} satisfies Record<(typeof customerActions)[number], string>

async function Requests({ origin }: { origin: string }) {
  const t = await getTranslations('docs.guide')
  const source = readSample('mini-program', 'utils/request.js')
  return (
    <Section id="requests" title={t('requests.title')}>
      {t.rich('requests.text', { p, code, origin, sample: archive('mini-program') })}
      <Panel title="utils/request.js" text={source} tools={<CopyButton text={source} label={t('copy')} />} />
    </Section>
  )
}

async function Banners() {
  const t = await getTranslations('docs.guide.banners')
  const banners = await call(listBanners)
  const links = {
    list: to('/docs/v1/banner#listBanners'),
    home: to('/docs/v1/home#getHome'),
  }
  return (
    <Section id="banners" title={t('title')}>
      {t.rich('text', { p, ...links })}
      {banners.length === 0 ? (
        <p>{t('none')}</p>
      ) : (
        <ValueTable
          label={t('title')}
          columns={[t('slot'), t('id'), t('shown')]}
          rows={banners.map(({ id, name, title }) => ({ key: name, cells: [code(name), id, title] }))}
        />
      )}
    </Section>
  )
}

async function OrderValues() {
  const t = await getTranslations('docs.guide.order')
  const guide = await getTranslations('docs.guide')
  const changeOf = (action: (typeof orderActions)[number]) => {
    if (action === 'place') return `${t('start')} → unpaid (${t('by.customer')})`
    if (action === 'reprice') return `unpaid → unpaid (${t('by.staff')})`
    if (action === 'readdress') return `unpaid | paid → ${t('same')} (${t('by.customer')}, ${t('by.staff')})`
    if (action === 'ask_readdress') return `paid → ${t('same')} (${t('by.customer')})`
    if (action === 'withdraw_readdress') return `paid → ${t('same')} (${t('by.customer')})`
    if (action === 'refuse_readdress') return `paid → ${t('same')} (${t('by.staff')})`
    const { from, to, by } = transitions[action]
    return `${from.join(' | ')} → ${to} (${by.map((one) => t(`by.${one}`)).join(', ')})`
  }
  return (
    <Section id="order" title={t('title')}>
      {t.rich('status', { p, code, order: to('/docs/v1/order#getOrder') })}
      <ValueTable
        label="action"
        columns={[t('value'), t('change'), guide('meaning')]}
        rows={orderActions.map((action) => ({
          key: action,
          cells: [code(action), changeOf(action), t(`log.${action}`)],
        }))}
      />
      {t.rich('actions', { p, code })}
      <ValueTable
        label="actions"
        columns={[t('value'), t('request'), guide('meaning')]}
        rows={customerActions.map((action) => ({
          key: action,
          cells: [code(action), <Operation key={action} id={requestOf[action]} />, t(`next.${action}`)],
        }))}
      />
      {t.rich('cancelled', { p, code })}
      <dl className={classes.values}>
        {cancelReasons.map((reason) => (
          <div key={reason}>
            <dt>{code(reason)}</dt>
            <dd>{t(`reasons.${reason}`)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('otherValue')}</dt>
          <dd>{t('reasons.other')}</dd>
        </div>
      </dl>
    </Section>
  )
}

/** `id`: the `operationId`. Throws for an unknown id. */
function placeOf(id: string): { href: string; title: string } {
  for (const { name, operations } of modulesOf(serverDocument())) {
    const found = operations.find((operation) => operation.id === id)
    if (found) return { href: `${moduleHref(name)}#${id}`, title: `${found.method} ${found.path}` }
  }
  throw new Error(`there is no operation ${id}`)
}

function Operation({ id }: { id: string }) {
  const { href, title } = placeOf(id)
  return to(href)(title)
}

async function Sandbox({ origin }: { origin: string }) {
  const t = await getTranslations('docs.guide.sandbox')
  const guide = await getTranslations('docs.guide')
  const command = `curl '${origin}/sandbox/control' \\
  -H 'Content-Type: application/json' \\
  -d '{ "action": "login_code" }'`
  const links = { page: to('/sandbox'), token: to('/docs/v1/token#createToken') }
  return (
    <Section id="sandbox" title={t('title')}>
      {t.rich('text', { p, code, origin, ...links })}
      <Panel title={t('command')} text={command} tools={<CopyButton text={command} label={guide('copy')} />} />
      <ValueTable
        label={t('action')}
        columns={[t('action'), t('members'), guide('meaning')]}
        rows={controlActions.map(({ action, members }) => ({
          key: action,
          cells: [code(action), code(members.join(' ')), t(`actions.${action}`)],
        }))}
      />
      {t.rich('faults', { p, code })}
      <p className={classes.codes}>
        {paymentFaults.map((fault) => (
          <code key={fault}>{fault}</code>
        ))}
      </p>
    </Section>
  )
}

async function Wechat({ origin }: { origin: string }) {
  const t = await getTranslations('docs.guide.wechat')
  return (
    <Section id="wechat" title={t('title')}>
      {t.rich('text', { p, code })}
      <ValueTable
        label={t('variable')}
        columns={[t('variable'), t('use'), t('source')]}
        rows={wechatGroups.map((names) => ({
          key: names[0],
          cells: [
            <span key="names" className={classes.codes}>
              {names.map((name) => (
                <code key={name}>{name}</code>
              ))}
            </span>,
            t(`uses.${names[0]}`),
            t(`variables.${names[0]}`),
          ],
        }))}
      />
      {t.rich('after', { p, code, origin })}
    </Section>
  )
}

async function Cors() {
  const t = await getTranslations('docs.guide.cors')
  return (
    <Section id="cors" title={t('title')}>
      {t.rich('text', { p, code })}
      <dl className={classes.values}>
        <div>
          <dt>{t('request')}</dt>
          <dd>{code(corsRequestHeaders)}</dd>
        </div>
        <div>
          <dt>{t('response')}</dt>
          <dd>{code(corsResponseHeaders)}</dd>
        </div>
      </dl>
    </Section>
  )
}

async function Clients({ origin }: { origin: string }) {
  const t = await getTranslations('docs.guide.clients')
  const guide = await getTranslations('docs.guide')
  const commands = generators(`${origin}/docs/openapi.v1.json`).join('\n')
  return (
    <Section id="clients" title={t('title')}>
      {t.rich('text', {
        p,
        client: (text) => <a href="/docs/openapi.v1.json">{text}</a>,
        admin: (text) => <a href="/docs/openapi.cms.json">{text}</a>,
      })}
      <Panel title={t('commands')} text={commands} tools={<CopyButton text={commands} label={guide('copy')} />} />
      {t.rich('samples', { p, shop: archive('mini-program'), erp: archive('erp') })}
    </Section>
  )
}

async function Erp() {
  const t = await getTranslations('docs.guide.erp')
  const guide = await getTranslations('docs.guide')
  const source = readSample('erp', 'receiver.mjs')
  return (
    <Section id="erp" title={t('title')}>
      {t.rich('text', { p, code, me: to(placeOf('getOwnKey').href), sample: archive('erp') })}
      <ValueTable
        label={t('title')}
        columns={[t('for'), t('request'), t('how')]}
        rows={erpWork.map(([name, id]) => ({
          key: name,
          cells: [t(`work.${name}.name`), <Operation key={name} id={id} />, t.rich(`work.${name}.how`, { code })],
        }))}
      />
      {t.rich('repeat', { p, code })}
      {t.rich('webhook', { p, code })}
      <Panel title="receiver.mjs" text={source} tools={<CopyButton text={source} label={guide('copy')} />} />
      {t.rich('refused', { p, code, resend: to(placeOf('resendEvents').href) })}
    </Section>
  )
}

async function Agents({ origin }: { origin: string }) {
  const t = await getTranslations('docs.guide.agents')
  const guide = await getTranslations('docs.guide')
  const headers = { Authorization: 'Bearer msk_…' }
  const settings = JSON.stringify({ mcpServers: { shop: { type: 'http', url: `${origin}/mcp`, headers } } }, null, 2)
  return (
    <Section id="agents" title={t('title')}>
      {t.rich('text', { p, code, origin })}
      <Panel title={t('settings')} text={settings} tools={<CopyButton text={settings} label={guide('copy')} />} />
      {t.rich('limits', { p, code, texts: (text) => <a href="/docs/llms.txt">{text}</a> })}
    </Section>
  )
}
