import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import classes from '@/components/docs/api-reference.module.css'
import { CopyButton } from '@/components/docs/copy-button'
import { PageHead } from '@/components/docs/page-head'
import { Panel } from '@/components/docs/panel'
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
import { type guideSections, wechatGroups } from './sections'

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
function Operation({ id }: { id: string }) {
  const { paths } = serverDocument()
  for (const [path, verbs] of Object.entries(paths)) {
    for (const [verb, { operationId, tags }] of Object.entries(verbs)) {
      if (operationId === id) return to(`/docs/v1/${tags[0]}#${id}`)(`${verb.toUpperCase()} ${path}`)
    }
  }
  throw new Error(`there is no operation ${id}`)
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
