// Made by `npm run openapi` from openapi.json; do not edit. Types alone: nothing of this file runs.
import type * as api from './api-types.ts';

/** What each route takes and gives, by path and method. */
export interface Routes {
  '/api/pricing/v1/endpoints': {
    GET: { query?: api.ListPricesQuery; answer: api.ListPricesAnswer };
  };
  '/api/status/v1': {
    GET: { answer: api.GetStatusAnswer };
  };
  '/api/resolve/v1/url': {
    GET: { query: api.ResolveUrlQuery; answer: api.ResolveUrlAnswer };
  };
  '/api/test/apikey': {
    POST: { body: api.CheckKeyBody; answer: api.CheckKeyAnswer };
  };
  '/api/account/v1/session': {
    POST: { body?: api.OpenSessionBody; answer: api.OpenSessionAnswer };
    GET: { answer: api.GetSessionAnswer };
    PATCH: { body: api.UpdateSessionBody; answer: api.UpdateSessionAnswer };
    DELETE: { answer: api.CloseSessionAnswer };
  };
  '/api/account/v1/signup': {
    GET: { answer: api.GetSignupAnswer };
    POST: { body: api.SignUpBody; answer: api.SignUpAnswer };
  };
  '/api/account/v1/balance': {
    GET: { answer: api.GetBalanceAnswer };
  };
  '/api/account/v1/key': {
    GET: { answer: api.GetOwnKeyAnswer };
  };
  '/api/account/v1/keys': {
    GET: { answer: api.ListKeysAnswer };
    POST: { body: api.CreateKeyBody; answer: api.CreateKeyAnswer };
  };
  '/api/account/v1/keys/{key}': {
    PATCH: { params: Record<'key', string>; body: api.RenameKeyBody; answer: api.RenameKeyAnswer };
  };
  '/api/account/v1/keys/{key}/rotate': {
    POST: { params: Record<'key', string>; body?: api.RotateKeyBody; answer: api.RotateKeyAnswer };
  };
  '/api/account/v1/keys/{key}/revoke': {
    POST: { params: Record<'key', string>; answer: api.RevokeKeyAnswer };
  };
  '/api/account/v1/usage': {
    GET: { query?: api.GetUsageQuery; answer: api.GetUsageAnswer };
  };
  '/api/account/v1/usage/by': {
    GET: { query?: api.SliceUsageQuery; answer: api.SliceUsageAnswer };
  };
  '/api/account/v1/runway': {
    GET: { answer: api.GetRunwayAnswer };
  };
  '/api/account/v1/price-changes': {
    GET: { answer: api.ListPriceChangesAnswer };
  };
  '/api/account/v1/entries': {
    GET: { query?: api.ListEntriesQuery; answer: api.ListEntriesAnswer };
  };
  '/api/account/v1/grants': {
    GET: { query?: api.ListGrantsQuery; answer: api.ListGrantsAnswer };
  };
  '/api/account/v1/statements': {
    GET: { query?: api.ListStatementsQuery; answer: api.ListStatementsAnswer };
  };
  '/api/account/v1/statements/{statement}': {
    GET: { params: Record<'statement', string>; query?: api.GetStatementQuery; answer: api.GetStatementAnswer };
  };
  '/api/account/v1/events': {
    GET: { query?: api.ListEventsQuery; answer: api.ListEventsAnswer };
  };
  '/api/account/v1/webhooks': {
    GET: { answer: api.ListWebhooksAnswer };
    POST: { body: api.CreateWebhookBody; answer: api.CreateWebhookAnswer };
  };
  '/api/account/v1/webhooks/{webhook}': {
    DELETE: { params: Record<'webhook', string>; answer: api.RemoveWebhookAnswer };
  };
  '/api/account/v1/webhooks/{webhook}/test': {
    POST: { params: Record<'webhook', string>; answer: api.TestWebhookAnswer };
  };
  '/api/account/v1/webhooks/{webhook}/replay': {
    POST: { params: Record<'webhook', string>; body: api.ReplayWebhookBody; answer: api.ReplayWebhookAnswer };
  };
  '/api/account/v1/webhooks/{webhook}/rotate': {
    POST: { params: Record<'webhook', string>; body?: api.RotateWebhookBody; answer: api.RotateWebhookAnswer };
  };
  '/api/watches/v1': {
    GET: { query?: api.ListWatchesQuery; answer: api.ListWatchesAnswer };
    POST: { body: api.CreateWatchBody; answer: api.CreateWatchAnswer };
  };
  '/api/watches/v1/{watch}': {
    GET: { params: Record<'watch', string>; answer: api.GetWatchAnswer };
    PATCH: { params: Record<'watch', string>; body?: api.UpdateWatchBody; answer: api.UpdateWatchAnswer };
    DELETE: { params: Record<'watch', string>; answer: api.RemoveWatchAnswer };
  };
  '/api/watches/v1/{watch}/run': {
    POST: { params: Record<'watch', string>; answer: api.RunWatchAnswer };
  };
  '/api/watches/v1/{watch}/runs': {
    GET: { params: Record<'watch', string>; answer: api.ListWatchRunsAnswer };
  };
  '/api/watches/v1/{watch}/items': {
    GET: { params: Record<'watch', string>; query?: api.ListWatchItemsQuery; answer: api.ListWatchItemsAnswer };
  };
  '/api/watches/v1/{watch}/pictures': {
    GET: { params: Record<'watch', string>; query?: api.ListWatchPicturesQuery; answer: api.ListWatchPicturesAnswer };
  };
  '/api/watches/v1/{watch}/feed': {
    POST: { params: Record<'watch', string>; answer: api.MakeWatchFeedAnswer };
    DELETE: { params: Record<'watch', string>; answer: api.RemoveWatchFeedAnswer };
  };
  '/api/account/v1/requests': {
    GET: { query?: api.ListRequestsQuery; answer: api.ListRequestsAnswer };
  };
  '/api/account/v1/requests/{request_id}': {
    GET: { params: Record<'request_id', string>; answer: api.GetRequestAnswer };
  };
  '/api/account/v1/requests/{request_id}/records': {
    GET: { params: Record<'request_id', string>; answer: api.ListRequestRecordsAnswer };
  };
  '/api/account/v1/requests/{request_id}/pictures': {
    GET: { params: Record<'request_id', string>; answer: api.ListRequestPicturesAnswer };
  };
  '/api/account/v1/requests/{request_id}/complaint': {
    POST: { params: Record<'request_id', string>; body: api.FileComplaintBody; answer: api.FileComplaintAnswer };
    GET: { params: Record<'request_id', string>; answer: api.GetComplaintAnswer };
  };
  '/api/collections/v1': {
    POST: { body: api.CreateCollectionBody; answer: api.CreateCollectionAnswer };
    GET: { query?: api.ListCollectionsQuery; answer: api.ListCollectionsAnswer };
  };
  '/api/collections/v1/{collection}': {
    GET: { params: Record<'collection', string>; answer: api.GetCollectionAnswer };
    PATCH: { params: Record<'collection', string>; body?: api.UpdateCollectionBody; answer: api.UpdateCollectionAnswer };
    DELETE: { params: Record<'collection', string>; answer: api.RemoveCollectionAnswer };
  };
  '/api/collections/v1/{collection}/cancel': {
    POST: { params: Record<'collection', string>; answer: api.CancelCollectionAnswer };
  };
  '/api/collections/v1/{collection}/items': {
    GET: { params: Record<'collection', string>; query?: api.ListCollectionItemsQuery; answer: api.ListCollectionItemsAnswer };
  };
  '/api/collections/v1/{collection}/pictures': {
    GET: { params: Record<'collection', string>; query?: api.ListCollectionPicturesQuery; answer: api.ListCollectionPicturesAnswer };
  };
  '/api/collections/v1/{collection}/export_link': {
    POST: { params: Record<'collection', string>; body?: api.CreateExportLinkBody; answer: api.CreateExportLinkAnswer };
  };
  '/api/account/v1/topups': {
    POST: { body: api.CreateTopupBody; answer: api.CreateTopupAnswer };
    GET: { query?: api.ListTopupsQuery; answer: api.ListTopupsAnswer };
  };
  '/api/account/v1/topups/{topup}': {
    GET: { params: Record<'topup', string>; answer: api.GetTopupAnswer };
  };
  '/api/account/v1/recharge': {
    GET: { answer: api.GetRechargeAnswer };
    POST: { body: api.SetRechargeBody; answer: api.SetRechargeAnswer };
    DELETE: { answer: api.EndRechargeAnswer };
  };
  '/api/pricing/v1/quote': {
    GET: { query: api.GetQuoteQuery; answer: api.GetQuoteAnswer };
  };
  '/api/pricing/v1/platforms': {
    GET: { answer: api.ListPlatformsAnswer };
  };
  '/admin/v1/accounts': {
    GET: { query?: api.AdminListAccountsQuery; answer: api.AdminListAccountsAnswer };
    POST: { body: api.AdminCreateAccountBody; answer: api.AdminCreateAccountAnswer };
  };
  '/admin/v1/accounts/{account}': {
    GET: { params: Record<'account', string>; answer: api.AdminGetAccountAnswer };
    PATCH: { params: Record<'account', string>; body?: api.AdminUpdateAccountBody; answer: api.AdminUpdateAccountAnswer };
  };
  '/admin/v1/accounts/{account}/close': {
    POST: { params: Record<'account', string>; answer: api.AdminCloseAccountAnswer };
  };
  '/admin/v1/accounts/{account}/reopen': {
    POST: { params: Record<'account', string>; answer: api.AdminReopenAccountAnswer };
  };
  '/admin/v1/accounts/{account}/topups': {
    POST: { params: Record<'account', string>; body: api.AdminTopUpBody; answer: api.AdminTopUpAnswer };
  };
  '/admin/v1/accounts/{account}/refunds': {
    POST: { params: Record<'account', string>; body: api.AdminRefundBody; answer: api.AdminRefundAnswer };
  };
  '/admin/v1/accounts/{account}/adjustments': {
    POST: { params: Record<'account', string>; body: api.AdminAdjustBody; answer: api.AdminAdjustAnswer };
  };
  '/admin/v1/accounts/{account}/entries': {
    GET: { params: Record<'account', string>; query?: api.AdminListEntriesQuery; answer: api.AdminListEntriesAnswer };
  };
  '/admin/v1/accounts/{account}/grants': {
    GET: { params: Record<'account', string>; query?: api.AdminListGrantsQuery; answer: api.AdminListGrantsAnswer };
    POST: { params: Record<'account', string>; body: api.AdminGiveGrantBody; answer: api.AdminGiveGrantAnswer };
  };
  '/admin/v1/statements': {
    GET: { query?: api.AdminListStatementsQuery; answer: api.AdminListStatementsAnswer };
  };
  '/admin/v1/statements/{statement}': {
    GET: { params: Record<'statement', string>; query?: api.AdminGetStatementQuery; answer: api.AdminGetStatementAnswer };
  };
  '/admin/v1/accounts/{account}/requests/{request_id}': {
    GET: { params: Record<'account' | 'request_id', string>; answer: api.AdminGetRequestAnswer };
  };
  '/admin/v1/calls': {
    GET: { query?: api.AdminListCallsQuery; answer: api.AdminListCallsAnswer };
  };
  '/admin/v1/calls/{call}': {
    GET: { params: Record<'call', string>; answer: api.AdminGetCallAnswer };
  };
  '/admin/v1/holds': {
    GET: { query?: api.AdminListHoldsQuery; answer: api.AdminListHoldsAnswer };
  };
  '/admin/v1/lookup': {
    GET: { query: api.AdminLookUpQuery; answer: api.AdminLookUpAnswer };
  };
  '/admin/v1/keys': {
    GET: { query?: api.AdminListKeysQuery; answer: api.AdminListKeysAnswer };
    POST: { body: api.AdminCreateKeyBody; answer: api.AdminCreateKeyAnswer };
  };
  '/admin/v1/keys/{key}': {
    GET: { params: Record<'key', string>; answer: api.AdminGetKeyAnswer };
    PATCH: { params: Record<'key', string>; body?: api.AdminUpdateKeyBody; answer: api.AdminUpdateKeyAnswer };
  };
  '/admin/v1/keys/{key}/rotate': {
    POST: { params: Record<'key', string>; body?: api.AdminRotateKeyBody; answer: api.AdminRotateKeyAnswer };
  };
  '/admin/v1/keys/{key}/revoke': {
    POST: { params: Record<'key', string>; answer: api.AdminRevokeKeyAnswer };
  };
  '/admin/v1/projects': {
    GET: { query?: api.AdminListProjectsQuery; answer: api.AdminListProjectsAnswer };
    POST: { body: api.AdminCreateProjectBody; answer: api.AdminCreateProjectAnswer };
  };
  '/admin/v1/projects/{project}': {
    GET: { params: Record<'project', string>; answer: api.AdminGetProjectAnswer };
    PATCH: { params: Record<'project', string>; body?: api.AdminUpdateProjectBody; answer: api.AdminUpdateProjectAnswer };
  };
  '/admin/v1/complaints': {
    GET: { query?: api.AdminListComplaintsQuery; answer: api.AdminListComplaintsAnswer };
  };
  '/admin/v1/complaints/{complaint}': {
    GET: { params: Record<'complaint', string>; answer: api.AdminGetComplaintAnswer };
  };
  '/admin/v1/complaints/{complaint}/case': {
    GET: { params: Record<'complaint', string>; answer: api.AdminGetComplaintCaseAnswer };
  };
  '/admin/v1/complaints/{complaint}/decision': {
    POST: { params: Record<'complaint', string>; body: api.AdminDecideComplaintBody; answer: api.AdminDecideComplaintAnswer };
  };
  '/admin/v1/events': {
    GET: { query?: api.AdminListEventsQuery; answer: api.AdminListEventsAnswer };
  };
  '/admin/v1/webhooks': {
    GET: { query?: api.AdminListWebhooksQuery; answer: api.AdminListWebhooksAnswer };
    POST: { body: api.AdminCreateWebhookBody; answer: api.AdminCreateWebhookAnswer };
  };
  '/admin/v1/webhooks/{webhook}': {
    DELETE: { params: Record<'webhook', string>; answer: api.AdminRemoveWebhookAnswer };
  };
  '/admin/v1/webhooks/{webhook}/test': {
    POST: { params: Record<'webhook', string>; answer: api.AdminTestWebhookAnswer };
  };
  '/admin/v1/webhooks/{webhook}/replay': {
    POST: { params: Record<'webhook', string>; body: api.AdminReplayWebhookBody; answer: api.AdminReplayWebhookAnswer };
  };
  '/admin/v1/webhooks/{webhook}/rotate': {
    POST: { params: Record<'webhook', string>; body?: api.AdminRotateWebhookBody; answer: api.AdminRotateWebhookAnswer };
  };
  '/admin/v1/watches': {
    GET: { query?: api.AdminListWatchesQuery; answer: api.AdminListWatchesAnswer };
  };
  '/admin/v1/watches/{watch}': {
    GET: { params: Record<'watch', string>; answer: api.AdminGetWatchAnswer };
  };
  '/admin/v1/watches/{watch}/pause': {
    POST: { params: Record<'watch', string>; answer: api.AdminPauseWatchAnswer };
  };
  '/admin/v1/watches/{watch}/resume': {
    POST: { params: Record<'watch', string>; answer: api.AdminResumeWatchAnswer };
  };
  '/admin/v1/watches/{watch}/end': {
    POST: { params: Record<'watch', string>; answer: api.AdminEndWatchAnswer };
  };
  '/admin/v1/collections': {
    GET: { query?: api.AdminListCollectionsQuery; answer: api.AdminListCollectionsAnswer };
  };
  '/admin/v1/collections/{collection}': {
    GET: { params: Record<'collection', string>; answer: api.AdminGetCollectionAnswer };
  };
  '/admin/v1/collections/{collection}/stop': {
    POST: { params: Record<'collection', string>; answer: api.AdminStopCollectionAnswer };
  };
  '/admin/v1/catalog': {
    GET: { answer: api.AdminGetCatalogAnswer };
  };
  '/admin/v1/catalog/versions': {
    GET: { answer: api.AdminListCatalogVersionsAnswer };
    POST: { body: api.AdminPublishCatalogBody; answer: api.AdminPublishCatalogAnswer };
  };
  '/admin/v1/catalog/versions/{version}': {
    GET: { params: Record<'version', string>; answer: api.AdminGetCatalogVersionAnswer };
  };
  '/admin/v1/catalog/diff': {
    POST: { body: api.AdminDiffCatalogBody; answer: api.AdminDiffCatalogAnswer };
  };
  '/admin/v1/catalog/revenue': {
    POST: { body: api.AdminGetCatalogRevenueBody; answer: api.AdminGetCatalogRevenueAnswer };
  };
  '/admin/v1/usage': {
    GET: { query?: api.AdminGetUsageQuery; answer: api.AdminGetUsageAnswer };
  };
  '/admin/v1/usage/providers': {
    GET: { query?: api.AdminGetProviderUsageQuery; answer: api.AdminGetProviderUsageAnswer };
  };
  '/admin/v1/usage/by': {
    GET: { query?: api.AdminSliceUsageQuery; answer: api.AdminSliceUsageAnswer };
  };
  '/admin/v1/providers': {
    GET: { answer: api.AdminListProvidersAnswer };
  };
  '/admin/v1/providers/{provider}/resume': {
    POST: { params: Record<'provider', string>; answer: api.AdminResumeProviderAnswer };
  };
  '/admin/v1/providers/{provider}/fault': {
    POST: { params: Record<'provider', string>; body: api.AdminSetProviderFaultBody; answer: api.AdminSetProviderFaultAnswer };
  };
  '/admin/v1/providers/{provider}/history': {
    GET: { params: Record<'provider', string>; answer: api.AdminGetProviderHistoryAnswer };
  };
  '/admin/v1/providers/{provider}/check': {
    POST: { params: Record<'provider', string>; body?: api.AdminCheckProviderBody; answer: api.AdminCheckProviderAnswer };
  };
  '/admin/v1/audit': {
    GET: { query?: api.AdminListAuditQuery; answer: api.AdminListAuditAnswer };
  };
  '/admin/v1/duties': {
    GET: { query?: api.AdminListDutiesQuery; answer: api.AdminListDutiesAnswer };
  };
  '/admin/v1/ledger/verify': {
    POST: { body?: api.AdminVerifyLedgerBody; answer: api.AdminVerifyLedgerAnswer };
  };
  '/admin/v1/topups': {
    GET: { query?: api.AdminListTopupsQuery; answer: api.AdminListTopupsAnswer };
  };
  '/admin/v1/disputes': {
    GET: { query?: api.AdminListDisputesQuery; answer: api.AdminListDisputesAnswer };
  };
  '/admin/v1/accounts/{account}/paybacks': {
    POST: { params: Record<'account', string>; body: api.AdminPayBackBody; answer: api.AdminPayBackAnswer };
  };
  '/admin/v1/paybacks': {
    GET: { query?: api.AdminListPaybacksQuery; answer: api.AdminListPaybacksAnswer };
  };
  '/admin/v1/recharges': {
    GET: { query?: api.AdminListRechargesQuery; answer: api.AdminListRechargesAnswer };
  };
  '/admin/v1/accounts/{account}/recharge': {
    GET: { params: Record<'account', string>; answer: api.AdminGetRechargeAnswer };
    POST: { params: Record<'account', string>; body: api.AdminSetRechargeBody; answer: api.AdminSetRechargeAnswer };
    DELETE: { params: Record<'account', string>; answer: api.AdminEndRechargeAnswer };
  };
  '/admin/v1/payments/differences': {
    GET: { query?: api.AdminComparePaymentsQuery; answer: api.AdminComparePaymentsAnswer };
  };
  '/admin/v1/invites': {
    GET: { query?: api.AdminListInvitesQuery; answer: api.AdminListInvitesAnswer };
    POST: { body?: api.AdminCreateInviteBody; answer: api.AdminCreateInviteAnswer };
  };
  '/admin/v1/invites/{invite}/revoke': {
    POST: { params: Record<'invite', string>; answer: api.AdminRevokeInviteAnswer };
  };
  '/admin/v1/tokens': {
    GET: { answer: api.AdminListTokensAnswer };
    POST: { body: api.AdminCreateTokenBody; answer: api.AdminCreateTokenAnswer };
  };
  '/admin/v1/tokens/{token}/revoke': {
    POST: { params: Record<'token', string>; answer: api.AdminRevokeTokenAnswer };
  };
  '/admin/v1/login-codes': {
    POST: { body?: api.AdminCreateLoginCodeBody; answer: api.AdminCreateLoginCodeAnswer };
  };
  '/admin/v1/accounts/{account}/portal-links': {
    POST: { params: Record<'account', string>; body?: api.AdminCreatePortalLinkBody; answer: api.AdminCreatePortalLinkAnswer };
  };
  '/admin/v1/session': {
    GET: { answer: api.AdminGetSessionAnswer };
    DELETE: { answer: api.AdminCloseSessionAnswer };
    POST: { body: api.AdminOpenSessionBody; answer: api.AdminOpenSessionAnswer };
  };
  '/admin/v1/sessions': {
    GET: { query?: api.AdminListSessionsQuery; answer: api.AdminListSessionsAnswer };
  };
  '/admin/v1/sessions/{session}/revoke': {
    POST: { params: Record<'session', string>; answer: api.AdminRevokeSessionAnswer };
  };
  '/admin/v1/overview': {
    GET: { answer: api.AdminGetOverviewAnswer };
  };
  '/admin/v1/status': {
    GET: { answer: api.AdminGetStatusAnswer };
  };
  '/admin/v1/settings': {
    GET: { answer: api.AdminGetSettingsAnswer };
  };
  '/admin/openapi.json': {
    GET: { answer: api.AdminOpenapiAnswer };
  };
}
