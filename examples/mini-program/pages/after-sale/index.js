const { get, post } = require('../../utils/request')
const { entriesOf } = require('../../utils/dict')
const { loading, tapped, ask, askText, timeText } = require('../../utils/page')

Page({
  data: { error: '', cases: null, cursor: null, carriers: [] },

  /** Of one order, or all. */
  onLoad({ order_id }) {
    this.order_id = order_id
  },

  onShow() {
    return this.load()
  },

  /** The list has all of each case, so that it can be followed here. */
  load: loading(async function () {
    await this.readCases()
  }),

  onReachBottom: loading(async function () {
    if (this.data.cursor && !this.isReading) await this.readCases(this.data.cursor)
  }),

  async readCases(cursor) {
    this.isReading = true
    try {
      const page = await get('/v1/after_sale', { order_id: this.order_id, cursor })
      const cases = page.items.map(shown)
      this.setData({ cases: cursor ? [...this.data.cases, ...cases] : cases, cursor: page.next_cursor })
      // Carriers are needed only where goods are to be sent back, or their parcel can be corrected.
      if (cases.some(({ can }) => can.sendBack)) this.setData({ carriers: await entriesOf('carrier') })
    } finally {
      this.isReading = false
    }
  },

  replace(changed) {
    this.setData({ cases: this.data.cases.map((one) => (one.id === changed.id ? shown(changed) : one)) })
  },

  withdraw: tapped(async function ({ currentTarget }) {
    const { id } = currentTarget.dataset
    if (await ask('确定撤销售后申请吗？')) this.replace(await post(`/v1/after_sale/${id}/withdraw`))
  }),

  /** A carrier was chosen. */
  sendBack: tapped(async function ({ currentTarget, detail }) {
    const { id } = currentTarget.dataset
    const carrier = this.data.carriers[detail.value].value
    const tracking_no = await askText('寄回商品', '请输入物流单号')
    if (tracking_no) this.replace(await post(`/v1/after_sale/${id}/return`, { carrier, tracking_no }))
  }),

  dispute: tapped(async function ({ currentTarget }) {
    const { id } = currentTarget.dataset
    const description = await askText('提交申诉', '请说明申诉理由')
    if (description) this.replace(await post(`/v1/after_sale/${id}/dispute`, { description }))
  }),
})

function shown(one) {
  return {
    ...one,
    log: one.log.map((entry) => ({ ...entry, time: timeText(entry.created_at) })),
    can: {
      withdraw: one.actions.includes('withdraw'),
      sendBack: one.actions.includes('return'),
      dispute: one.actions.includes('dispute'),
    },
  }
}
