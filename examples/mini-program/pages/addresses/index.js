const { get, post, put, remove, intention } = require('../../utils/request')
const { loading, tapped, ask, failed } = require('../../utils/page')

const blank = { name: '', mobile: '', region: [], detail: '' }

Page({
  /** `form`: what is being written, null where nothing is; with an id it changes an address, else it adds one. */
  data: { error: '', addresses: null, isChoice: false, form: null },

  onLoad({ choose }) {
    this.addition = intention()
    this.setData({ isChoice: choose === '1' })
    return this.load()
  },

  load: loading(async function () {
    this.setData({ addresses: await get('/v1/address') })
  }),

  /** On the way to an order: back with this address. */
  choose({ currentTarget }) {
    if (!this.data.isChoice) return
    getApp().globalData.address = this.data.addresses[currentTarget.dataset.at]
    wx.navigateBack()
  },

  add() {
    this.setData({ form: { ...blank } })
  },

  edit({ currentTarget }) {
    const { id, name, mobile, province, city, district, detail } = this.data.addresses[currentTarget.dataset.at]
    this.setData({ form: { id, name, mobile, region: [province, city, district], detail } })
  },

  /** Takes an address that the customer has in WeChat. */
  takeFromWechat() {
    wx.chooseAddress({
      success: ({ userName, telNumber, provinceName, cityName, countyName, detailInfo }) =>
        this.setData({
          form: {
            name: userName,
            mobile: telNumber,
            region: [provinceName, cityName, countyName],
            detail: detailInfo,
          },
        }),
      fail: failed('未能读取微信地址，请手动填写'),
    })
  },

  write({ currentTarget, detail }) {
    this.setData({ [`form.${currentTarget.dataset.field}`]: detail.value })
  },

  close() {
    this.setData({ form: null })
  },

  save: tapped(async function () {
    const { id, name, mobile, region, detail } = this.data.form
    if (region.length === 0) {
      wx.showToast({ title: '请选择所在地区', icon: 'none' })
      return
    }
    const [province, city, district = ''] = region
    const data = { name, mobile, province, city, district, detail }
    if (id) await put(`/v1/address/${id}`, data)
    else await post('/v1/address', data, { key: this.addition.keyFor(data) })
    this.addition.done()
    this.setData({ form: null })
    // A change may have moved the default, and with it the order of the list.
    await this.load()
  }),

  makeDefault: tapped(async function ({ currentTarget }) {
    await put(`/v1/address/${currentTarget.dataset.id}`, { is_default: true })
    await this.load()
  }),

  removeAddress: tapped(async function ({ currentTarget }) {
    if (!(await ask('确定删除该地址吗？'))) return
    await remove(`/v1/address/${currentTarget.dataset.id}`)
    await this.load()
  }),
})
