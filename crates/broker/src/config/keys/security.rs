//! Authentication, authorization, TLS.

use moldau_metadata::config::Kind::{
    Boolean, Class, Double, Int, List, Long, Password, Short, String,
};
use moldau_metadata::config::{ConfigKey, Unit, Validator, key};

use super::reasons;

pub(super) const KEYS: &[ConfigKey] = &[
    key("authorizer.class.name", String, "")
        .refused("authorizers are not built in yet")
        .doc("Plug-in that decides who may do what; empty allows everything."),
    key(
        "principal.builder.class",
        Class,
        "org.apache.kafka.common.security.authenticator.DefaultKafkaPrincipalBuilder",
    )
    .per_broker()
    .refused("principals of other kinds are not built in")
    .doc("Plug-in that names the user behind a connection."),
    key("connections.max.reauth.ms", Long, "0")
        .without_effect(reasons::NO_SASL)
        .doc("Longest life of a session before its client must authenticate again; 0 is no limit."),
    key("connection.failed.authentication.delay.ms", Int, "100")
        .at_least(0)
        .without_effect(reasons::NO_SASL)
        .doc("How long the close of a connection waits after a failed authentication."),
    key("delegation.token.secret.key", Password, "")
        .null()
        .without_effect(reasons::NO_TOKENS)
        .doc("Secret that signs delegation tokens."),
    key("delegation.token.max.lifetime.ms", Long, "604800000")
        .at_least(1)
        .without_effect(reasons::NO_TOKENS)
        .doc("Longest life of a delegation token, renewals included."),
    key("delegation.token.expiry.time.ms", Long, "86400000")
        .at_least(1)
        .without_effect(reasons::NO_TOKENS)
        .doc("Life of a delegation token until it must be renewed."),
    key("delegation.token.expiry.check.interval.ms", Long, "3600000")
        .at_least(1)
        .without_effect(reasons::NO_TOKENS)
        .doc("How often expired delegation tokens are looked for."),
    key("security.providers", String, "")
        .null()
        .without_effect(reasons::NO_JVM)
        .doc("Classes that add security algorithms to a JVM."),
    key("sasl.enabled.mechanisms", List, "GSSAPI")
        .valid(Validator::ANY_LIST)
        .per_broker()
        .without_effect(reasons::NO_SASL)
        .doc("Mechanisms that clients may use."),
    key("sasl.mechanism.inter.broker.protocol", String, "GSSAPI")
        .per_broker()
        .without_effect(reasons::NO_SASL)
        .doc("Mechanism that brokers use among themselves."),
    key("sasl.mechanism.controller.protocol", String, "GSSAPI")
        .without_effect(reasons::NO_SASL)
        .doc("Mechanism used to reach controllers."),
    key("sasl.jaas.config", Password, "")
        .null()
        .per_broker()
        .without_effect(reasons::NO_SASL)
        .doc("Login module and its options, in the form of a JAAS line."),
    key("sasl.server.max.receive.size", Int, "524288")
        .with_unit(Unit::Bytes)
        .without_effect(reasons::NO_SASL)
        .doc("Largest request before authentication is done."),
    key("sasl.client.callback.handler.class", Class, "")
        .null()
        .without_effect(reasons::NO_SASL)
        .doc("Plug-in for the client's side of a SASL exchange."),
    key("sasl.server.callback.handler.class", Class, "")
        .null()
        .without_effect(reasons::NO_SASL)
        .doc("Plug-in for the server's side of a SASL exchange."),
    key("sasl.login.callback.handler.class", Class, "")
        .null()
        .without_effect(reasons::NO_SASL)
        .doc("Plug-in that gets credentials for a login."),
    key("sasl.login.class", Class, "")
        .null()
        .without_effect(reasons::NO_SASL)
        .doc("Plug-in that performs a login."),
    key("sasl.login.connect.timeout.ms", Int, "")
        .null()
        .without_effect(reasons::NO_SASL)
        .doc("Time limit for reaching the identity provider."),
    key("sasl.login.read.timeout.ms", Int, "")
        .null()
        .without_effect(reasons::NO_SASL)
        .doc("Time limit for the identity provider's answer."),
    key("sasl.login.retry.backoff.ms", Long, "100")
        .without_effect(reasons::NO_SASL)
        .doc("First pause after a failed login."),
    key("sasl.login.retry.backoff.max.ms", Long, "10000")
        .without_effect(reasons::NO_SASL)
        .doc("Longest pause after a failed login."),
    key("sasl.login.refresh.buffer.seconds", Short, "300")
        .per_broker()
        .without_effect(reasons::NO_SASL)
        .doc("How long before its end a credential is renewed at the latest."),
    key("sasl.login.refresh.min.period.seconds", Short, "60")
        .per_broker()
        .without_effect(reasons::NO_SASL)
        .doc("Shortest wait before a credential is renewed."),
    key("sasl.login.refresh.window.factor", Double, "0.8")
        .per_broker()
        .without_effect(reasons::NO_SASL)
        .doc("Share of its life after which a credential is renewed."),
    key("sasl.login.refresh.window.jitter", Double, "0.05")
        .per_broker()
        .without_effect(reasons::NO_SASL)
        .doc("Random share added to that moment."),
    key("sasl.kerberos.service.name", String, "")
        .null()
        .per_broker()
        .without_effect(reasons::NO_KERBEROS)
        .doc("Kerberos name the brokers run as."),
    key("sasl.kerberos.kinit.cmd", String, "/usr/bin/kinit")
        .per_broker()
        .without_effect(reasons::NO_KERBEROS)
        .doc("Command that gets a Kerberos ticket."),
    key("sasl.kerberos.min.time.before.relogin", Long, "60000")
        .per_broker()
        .without_effect(reasons::NO_KERBEROS)
        .doc("Shortest wait between two Kerberos logins."),
    key("sasl.kerberos.principal.to.local.rules", List, "DEFAULT")
        .valid(Validator::ANY_LIST)
        .per_broker()
        .without_effect(reasons::NO_KERBEROS)
        .doc("Rules that shorten Kerberos names to user names."),
    key("sasl.kerberos.ticket.renew.jitter", Double, "0.05")
        .per_broker()
        .without_effect(reasons::NO_KERBEROS)
        .doc("Random share added to the renewal time of a ticket."),
    key("sasl.kerberos.ticket.renew.window.factor", Double, "0.8")
        .per_broker()
        .without_effect(reasons::NO_KERBEROS)
        .doc("Share of its life after which a ticket is renewed."),
    key("sasl.oauthbearer.allow.unverified.audience", Boolean, "false")
        .without_effect(reasons::NO_SASL)
        .doc("Whether tokens pass without a check of their audience."),
    key("sasl.oauthbearer.allow.unverified.issuer", Boolean, "false")
        .without_effect(reasons::NO_SASL)
        .doc("Whether tokens pass without a check of their issuer."),
    key("sasl.oauthbearer.assertion.algorithm", String, "RS256")
        .valid(Validator::OneOfIgnoreCase(&["ES256", "RS256"]))
        .without_effect(reasons::NO_SASL)
        .doc("Algorithm that signs assertions to the identity provider."),
    key("sasl.oauthbearer.assertion.claim.aud", String, "")
        .null()
        .without_effect(reasons::NO_SASL)
        .doc("Audience claim of assertions."),
    key("sasl.oauthbearer.assertion.claim.exp.seconds", Int, "300")
        .between(0, 86_400)
        .without_effect(reasons::NO_SASL)
        .doc("Life of assertions."),
    key("sasl.oauthbearer.assertion.claim.iss", String, "")
        .null()
        .without_effect(reasons::NO_SASL)
        .doc("Issuer claim of assertions."),
    key("sasl.oauthbearer.assertion.claim.jti.include", Boolean, "false")
        .without_effect(reasons::NO_SASL)
        .doc("Whether assertions carry a unique id."),
    key("sasl.oauthbearer.assertion.claim.nbf.seconds", Int, "60")
        .between(0, 3600)
        .without_effect(reasons::NO_SASL)
        .doc("How far in the past assertions become valid."),
    key("sasl.oauthbearer.assertion.claim.sub", String, "")
        .null()
        .without_effect(reasons::NO_SASL)
        .doc("Subject claim of assertions."),
    key("sasl.oauthbearer.assertion.file", String, "")
        .null()
        .without_effect(reasons::NO_SASL)
        .doc("File with a ready-made assertion."),
    key("sasl.oauthbearer.assertion.private.key.file", String, "")
        .null()
        .without_effect(reasons::NO_SASL)
        .doc("File with the key that signs assertions."),
    key("sasl.oauthbearer.assertion.private.key.passphrase", Password, "")
        .null()
        .without_effect(reasons::NO_SASL)
        .doc("Passphrase of that key."),
    key("sasl.oauthbearer.assertion.template.file", String, "")
        .null()
        .without_effect(reasons::NO_SASL)
        .doc("File with header and claims of assertions."),
    key("sasl.oauthbearer.client.credentials.client.id", String, "")
        .null()
        .without_effect(reasons::NO_SASL)
        .doc("Client id shown to the identity provider."),
    key("sasl.oauthbearer.client.credentials.client.secret", Password, "")
        .null()
        .without_effect(reasons::NO_SASL)
        .doc("Client secret shown to the identity provider."),
    key("sasl.oauthbearer.clock.skew.seconds", Int, "30")
        .without_effect(reasons::NO_SASL)
        .doc("How far clocks may differ when tokens are checked."),
    key("sasl.oauthbearer.expected.audience", List, "")
        .valid(Validator::ANY_LIST)
        .without_effect(reasons::NO_SASL)
        .doc("Audiences of which a token must name one."),
    key("sasl.oauthbearer.expected.issuer", String, "")
        .null()
        .without_effect(reasons::NO_SASL)
        .doc("Issuer a token must name."),
    key("sasl.oauthbearer.jwks.endpoint.url", String, "")
        .null()
        .without_effect(reasons::NO_SASL)
        .doc("Where the keys that sign tokens are published."),
    key("sasl.oauthbearer.jwks.endpoint.refresh.ms", Long, "3600000")
        .without_effect(reasons::NO_SASL)
        .doc("How often those keys are read again."),
    key("sasl.oauthbearer.jwks.endpoint.retry.backoff.ms", Long, "100")
        .without_effect(reasons::NO_SASL)
        .doc("First pause after reading those keys failed."),
    key("sasl.oauthbearer.jwks.endpoint.retry.backoff.max.ms", Long, "10000")
        .without_effect(reasons::NO_SASL)
        .doc("Longest pause after reading those keys failed."),
    key(
        "sasl.oauthbearer.jwt.retriever.class",
        Class,
        "org.apache.kafka.common.security.oauthbearer.DefaultJwtRetriever",
    )
    .without_effect(reasons::NO_SASL)
    .doc("Plug-in that gets tokens."),
    key(
        "sasl.oauthbearer.jwt.validator.class",
        Class,
        "org.apache.kafka.common.security.oauthbearer.DefaultJwtValidator",
    )
    .without_effect(reasons::NO_SASL)
    .doc("Plug-in that checks tokens."),
    key("sasl.oauthbearer.scope", String, "")
        .null()
        .without_effect(reasons::NO_SASL)
        .doc("Scope asked of the identity provider."),
    key("sasl.oauthbearer.scope.claim.name", String, "scope")
        .without_effect(reasons::NO_SASL)
        .doc("Claim of a token that holds its scope."),
    key("sasl.oauthbearer.sub.claim.name", String, "sub")
        .without_effect(reasons::NO_SASL)
        .doc("Claim of a token that holds its user."),
    key("sasl.oauthbearer.token.endpoint.url", String, "")
        .null()
        .without_effect(reasons::NO_SASL)
        .doc("Where the identity provider gives out tokens."),
    key("ssl.protocol", String, "TLSv1.3")
        .per_broker()
        .without_effect(reasons::NO_TLS)
        .doc("TLS version offered first."),
    key("ssl.enabled.protocols", List, "TLSv1.2,TLSv1.3")
        .valid(Validator::ANY_LIST)
        .per_broker()
        .without_effect(reasons::NO_TLS)
        .doc("TLS versions that are accepted."),
    key("ssl.cipher.suites", List, "")
        .valid(Validator::ANY_LIST)
        .per_broker()
        .without_effect(reasons::NO_TLS)
        .doc("Cipher suites that are accepted; empty is all."),
    key("ssl.client.auth", String, "none")
        .valid(Validator::OneOf(&["required", "requested", "none"]))
        .per_broker()
        .without_effect(reasons::NO_TLS)
        .doc("Whether clients must show a certificate."),
    key("ssl.provider", String, "")
        .null()
        .per_broker()
        .without_effect(reasons::NO_JVM)
        .doc("Provider of TLS in a JVM."),
    key("ssl.engine.factory.class", Class, "")
        .null()
        .per_broker()
        .without_effect(reasons::NO_TLS)
        .doc("Plug-in that makes TLS engines."),
    key("ssl.endpoint.identification.algorithm", String, "https")
        .per_broker()
        .without_effect(reasons::NO_TLS)
        .doc("How the name in a server's certificate is checked."),
    key("ssl.secure.random.implementation", String, "")
        .null()
        .per_broker()
        .without_effect(reasons::NO_JVM)
        .doc("Random generator of a JVM."),
    key("ssl.keymanager.algorithm", String, "SunX509")
        .per_broker()
        .without_effect(reasons::NO_JVM)
        .doc("Key manager of a JVM."),
    key("ssl.trustmanager.algorithm", String, "PKIX")
        .per_broker()
        .without_effect(reasons::NO_JVM)
        .doc("Trust manager of a JVM."),
    key("ssl.key.password", Password, "")
        .null()
        .per_broker()
        .without_effect(reasons::NO_TLS)
        .doc("Password of the private key."),
    key("ssl.keystore.type", String, "JKS")
        .per_broker()
        .without_effect(reasons::NO_TLS)
        .doc("Format of the key store."),
    key("ssl.keystore.location", String, "")
        .null()
        .per_broker()
        .without_effect(reasons::NO_TLS)
        .doc("File of the key store."),
    key("ssl.keystore.password", Password, "")
        .null()
        .per_broker()
        .without_effect(reasons::NO_TLS)
        .doc("Password of the key store."),
    key("ssl.keystore.key", Password, "")
        .null()
        .per_broker()
        .without_effect(reasons::NO_TLS)
        .doc("Private key, as PEM text."),
    key("ssl.keystore.certificate.chain", Password, "")
        .null()
        .per_broker()
        .without_effect(reasons::NO_TLS)
        .doc("Certificate chain, as PEM text."),
    key("ssl.truststore.type", String, "JKS")
        .per_broker()
        .without_effect(reasons::NO_TLS)
        .doc("Format of the trust store."),
    key("ssl.truststore.location", String, "")
        .null()
        .per_broker()
        .without_effect(reasons::NO_TLS)
        .doc("File of the trust store."),
    key("ssl.truststore.password", Password, "")
        .null()
        .per_broker()
        .without_effect(reasons::NO_TLS)
        .doc("Password of the trust store."),
    key("ssl.truststore.certificates", Password, "")
        .null()
        .per_broker()
        .without_effect(reasons::NO_TLS)
        .doc("Trusted certificates, as PEM text."),
    key("ssl.principal.mapping.rules", String, "DEFAULT")
        .without_effect(reasons::NO_TLS)
        .doc("Rules that shorten the names in client certificates."),
    key("ssl.allow.dn.changes", Boolean, "false")
        .without_effect(reasons::NO_TLS)
        .doc("Whether a new certificate may change its distinguished name."),
    key("ssl.allow.san.changes", Boolean, "false")
        .without_effect(reasons::NO_TLS)
        .doc("Whether a new certificate may change its alternative names."),
];
